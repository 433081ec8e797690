"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorMessage } from "@/components/errors/error-message";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/form/form-error";
import { Select } from "@/components/ui/form/select";
import { Dialog } from "@/components/ui/overlay/dialog";
import { PendingSecretGuard } from "@/components/ui/show-once/show-once-guards";
import { useClock } from "@/lib/client/device/clock";
import { fullTime } from "@/lib/client/device/times";
import { rotateKey } from "@/lib/client/saving/keys";
import { useMutationOnce } from "@/lib/client/saving/mutation-once";
import { refreshAll } from "@/lib/client/saving/mutations";
import { type Key, keyFromRow } from "./key";
import { showSecret } from "./secret-dialog";

interface Props {
  readonly rotated: Key;
  readonly onClose: () => void;
}

/** Asks how long the current secret is still needed, then creates the new one. */
export function RotateDialog({ rotated, onClose }: Props) {
  const [overlap, setOverlap] = useState<Overlap>("1440");
  const { zone } = useClock();
  const client = useQueryClient();
  const rotating = useMutationOnce({
    mutationFn: () => rotateKey(rotated.id, Number(overlap)),
    gcTime: 0,
    onSuccess: (row) => {
      const { previousKeyEndsAt: ends, permissions } = keyFromRow(row);
      const note =
        ends === null
          ? "The previous secret no longer works."
          : `The previous secret works until ${fullTime(ends, zone)}.`;
      onClose();
      showSecret({ name: rotated.name, secret: String(row.key), permissions, note });
      void refreshAll(client);
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={() => rotating.isPending || onClose()}
      title={`A new secret for “${rotated.name}”`}
      actions={
        <>
          <Button onPress={onClose} isDisabled={rotating.isPending}>
            Cancel
          </Button>
          <Button look="primary" onPress={() => rotating.mutate()} isPending={rotating.isPending}>
            Rotate key
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <PendingSecretGuard isPending={rotating.isPending} />
        <FormError message={rotating.error && <ErrorMessage error={rotating.error} />} />
        <p>
          The key keeps its name and permissions and gets a new secret. Both secrets work during the
          overlap.
        </p>
        <Select
          label="The current secret works for"
          choices={overlaps}
          value={overlap}
          onChange={setOverlap}
          {...(overlap === "0" && {
            description: "Programs that use it are refused until they have the new one.",
          })}
        />
      </div>
    </Dialog>
  );
}

const overlaps = [
  { value: "0", text: "0 minutes: it stops working now" },
  { value: "60", text: "1 more hour" },
  { value: "1440", text: "1 more day" },
  { value: "4320", text: "3 more days" },
  { value: "10080", text: "7 more days" },
] as const;

type Overlap = (typeof overlaps)[number]["value"];
