import { Suspense, useState } from "react";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { readFromDevice, saveToDevice } from "@/lib/client/device/device";
import { useBrowserValue } from "@/lib/client/document/use-browser-value";
import { useProject } from "@/lib/client/project/project";

const NoticesDialog = lazyWithRetry(async () => (await import("./notices-dialog")).NoticesDialog);

/**
 * Shows the user once per device what happened to their account. The device stores which events
 * were seen, because on the server a thief of the account could dismiss them.
 */
export function AccountNotices() {
  const { me } = useProject();
  const name = `notices:${me._id}`;
  const [closedAt, setClosedAt] = useState("");
  const seenUpTo = useBrowserValue(() => readFromDevice(name) ?? "", undefined);
  if (seenUpTo === undefined) return null;
  const fresh = me.notices.filter(({ at }) => at > seenUpTo && at > closedAt);
  const [latest] = fresh;
  if (!latest) return null;
  const close = () => {
    saveToDevice(name, latest.at);
    setClosedAt(latest.at);
  };
  return (
    <Suspense>
      <NoticesDialog notices={fresh} onClose={close} />
    </Suspense>
  );
}
