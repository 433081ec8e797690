import { Suspense, useState } from "react";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import type { DialogProps } from "./dialog-content";

const DialogContent = lazyWithRetry(async () => (await import("./dialog-content")).DialogContent);

/**
 * A question or a form above the page. The focus moves in, stays in, and returns to where it was.
 * The dialog shows the error of its request, and stays open while the request is under way.
 *
 * @example <Dialog onClose={close} title="Revoke key?" role="alertdialog" isPending={isPending} error={error}
 *   action={{ text: "Revoke key", isDanger: true, onPress: revoke }}>…</Dialog>
 */
export function Dialog(props: DialogProps) {
  const { isOpen = true } = props;
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense>
      <DialogContent {...props} />
    </Suspense>
  );
}
