"use client";

import { Suspense, useState } from "react";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import type { DialogProps } from "./dialog-content";

const DialogContent = lazyWithRetry(async () => (await import("./dialog-content")).DialogContent);

/**
 * A question or a form above the page. The focus moves in, stays in, and returns to where it was.
 *
 * @example <Dialog isOpen={open} onOpenChange={setOpen} title="Delete 3 alerts?" role="alertdialog" actions={…}>…</Dialog>
 */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense>
      <DialogContent {...props} />
    </Suspense>
  );
}
