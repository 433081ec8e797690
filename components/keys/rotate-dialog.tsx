import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useRequest } from "@/components/errors/use-request";
import { Select } from "@/components/ui/form/select";
import { Dialog } from "@/components/ui/overlay/dialog";
import { PendingSecretGuard } from "@/components/ui/show-once/show-once-guards";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useClock } from "@/lib/client/device/clock";
import { fullTime } from "@/lib/client/device/times";
import { refreshAll, rotateKey } from "@/lib/client/saving/mutations";
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
  const { send, ...request } = useRequest({ failed: `“${bidiIsolate(rotated.name)}” not rotated` });
  const rotate = async () => {
    const row = await rotateKey(rotated.id, Number(overlap));
    const { previousKeyEndsAt: ends, permissions } = keyFromRow(row);
    const note =
      ends === null
        ? "The previous secret no longer works."
        : `The previous secret works until ${fullTime(ends, zone)}.`;
    showSecret({ name: rotated.name, secret: String(row.key), permissions, note });
    void refreshAll(client);
  };
  return (
    <Dialog
      {...request}
      onClose={onClose}
      title={`A new secret for “${rotated.name}”`}
      action={{ text: "Rotate key", onPress: () => void send(rotate, onClose) }}
    >
      <PendingSecretGuard isPending={request.isPending} />
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
