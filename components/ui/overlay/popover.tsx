import { Suspense, useState } from "react";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { importWithRetry } from "@/lib/client/http/import-with-retry";
import { type OpenerButton, opener } from "./opener";
import type { PopoverContentProps } from "./popover-content";

const load = () => importWithRetry(() => import("./popover-content"));
const PopoverContent = lazyWithRetry(async () => (await load()).PopoverContent);

interface Props extends Omit<PopoverContentProps, "button" | "isOpen" | "onOpenChange"> {
  /** The button that opens it, from components/ui. */
  readonly button: OpenerButton;
  readonly isOpen?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}

/**
 * A small dialog next to its button. A press outside or Escape closes it. Its code is loaded when
 * the button is first hovered or focused.
 */
export function Popover({ button, isOpen, onOpenChange, ...rest }: Props) {
  const [isOwnOpen, setOwnOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const open = isOpen ?? isOwnOpen;
  const change = onOpenChange ?? setOwnOpen;
  if (open && !wasOpen) setWasOpen(true);
  const asking = opener(button, "dialog", load, () => change(true));
  if (!wasOpen) return asking;
  return (
    <Suspense fallback={asking}>
      <PopoverContent button={button} isOpen={open} onOpenChange={change} {...rest} />
    </Suspense>
  );
}
