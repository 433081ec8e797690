import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useRequest } from "@/components/errors/use-request";
import { Select } from "@/components/ui/form/select";
import { Dialog } from "@/components/ui/overlay/dialog";
import { PendingSecretGuard } from "@/components/ui/show-once/show-once-guards";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useClock, useNow } from "@/lib/client/device/clock";
import { fullTime } from "@/lib/client/device/times";
import { refreshAll } from "@/lib/client/saving/mutations";
import { type Key, keyFromRow } from "./key";
import { showSecret } from "./secret-dialog";
import { useRotation } from "./use-rotation";

interface Props {
  readonly rotated: Key;
  readonly onClose: () => void;
}

/**
 * Asks how long the current secret is still needed, then creates the new one. Asks again if the key
 * got another secret meanwhile, because a second rotation would end the secret in use.
 */
export function RotateDialog({ rotated, onClose }: Props) {
  const [overlap, setOverlap] = useState<Overlap>("1440");
  const { zone } = useClock();
  const client = useQueryClient();
  const { seen, isRotatedMeanwhile, rotate } = useRotation(rotated);
  const { send, ...request } = useRequest({ failed: `“${bidiIsolate(seen.name)}” not rotated` });
  const formerEndsAt = useFormerSecretEnd(seen);
  const rotateAndShow = async () => {
    const row = await rotate(Number(overlap));
    const { name, previousKeyEndsAt: ends, permissions } = keyFromRow(row);
    const note =
      ends === null
        ? "The previous secret no longer works."
        : `The previous secret works until ${fullTime(ends, zone)}.`;
    showSecret({ name, secret: String(row.key), permissions, note });
    void refreshAll(client);
  };
  return (
    <Dialog
      {...request}
      onClose={onClose}
      title={`A new secret for “${seen.name}”`}
      action={{
        text: isRotatedMeanwhile ? "Rotate again" : "Rotate key",
        isDanger: formerEndsAt !== undefined,
        onPress: () => void send(rotateAndShow, onClose),
      }}
    >
      <PendingSecretGuard isPending={request.isPending} />
      <EarlierRotation {...{ isRotatedMeanwhile, formerEndsAt }} />
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

/** Says that the key was rotated before, and which secret another rotation would end. */
function EarlierRotation(props: {
  readonly isRotatedMeanwhile: boolean;
  readonly formerEndsAt: string | undefined;
}) {
  const { isRotatedMeanwhile, formerEndsAt } = props;
  if (!isRotatedMeanwhile && formerEndsAt === undefined) return null;
  return (
    <div role="alert" className="grid gap-2 border-warn border-l-2 pl-3 text-13">
      {isRotatedMeanwhile && (
        <p>
          This key was rotated meanwhile: by another user, or by your own attempt if its reply was
          lost. The secret of that rotation cannot be shown again. Nothing was changed now.
        </p>
      )}
      {formerEndsAt === undefined ? (
        <p>The secret before that rotation no longer works.</p>
      ) : (
        <p>
          The secret before the last rotation works until {formerEndsAt}. If you rotate the key
          again, that secret stops working now, and programs that do not have the newest secret yet
          are refused.
        </p>
      )}
    </div>
  );
}

/** Returns the time until which the former secret of a key works; undefined if it has none. */
function useFormerSecretEnd({ previousKeyEndsAt: ends }: Key): string | undefined {
  const now = useNow();
  const { zone } = useClock();
  return ends !== null && Date.parse(ends) > now ? fullTime(ends, zone) : undefined;
}

const overlaps = [
  { value: "0", text: "0 minutes: it stops working now" },
  { value: "60", text: "1 more hour" },
  { value: "1440", text: "1 more day" },
  { value: "4320", text: "3 more days" },
  { value: "10080", text: "7 more days" },
] as const;

type Overlap = (typeof overlaps)[number]["value"];
