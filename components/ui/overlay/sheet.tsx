import { Suspense, useState } from "react";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import type { SheetProps } from "./sheet-content";

const SheetContent = lazyWithRetry(async () => (await import("./sheet-content")).SheetContent);

/** A panel that slides in from the left, for content that does not fit on the page. */
export function Sheet(props: SheetProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense>
      <SheetContent {...props} />
    </Suspense>
  );
}
