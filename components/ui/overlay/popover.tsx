import { cloneElement, type ReactElement, Suspense, useState } from "react";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { importWithRetry } from "@/lib/client/http/import-with-retry";
import type { PopoverContentProps } from "./popover-content";

const load = () => importWithRetry(() => import("./popover-content"));
const PopoverContent = lazyWithRetry(async () => (await load()).PopoverContent);

interface Props extends Omit<PopoverContentProps, "button" | "isOpen" | "onOpenChange"> {
  /** The button that opens it, from components/ui. */
  readonly button: ReactElement<Pressed>;
  readonly isOpen?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}

interface Pressed {
  readonly onPress?: () => void;
  readonly onHoverStart?: () => void;
  readonly onFocus?: () => void;
  readonly "aria-haspopup"?: "dialog";
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
  const asking = cloneElement(button, {
    onPress: () => change(true),
    onHoverStart: () => void load(),
    onFocus: () => void load(),
    "aria-haspopup": "dialog",
  });
  if (!wasOpen) return asking;
  return (
    <Suspense fallback={asking}>
      <PopoverContent button={button} isOpen={open} onOpenChange={change} {...rest} />
    </Suspense>
  );
}
