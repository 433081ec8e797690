import type { ReactElement, ReactNode } from "react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover as AriaPopover } from "react-aria-components/Popover";
import { classes, styles } from "@/components/ui/styles";
import { Trigger, useTrigger } from "./trigger";

export interface PopoverContentProps {
  readonly button: ReactElement;
  readonly label: string;
  readonly children: ReactNode;
  readonly placement?: "bottom start" | "bottom end" | "top start";
  readonly isOpen: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly className?: string;
}

/** A small dialog and its button. */
export function PopoverContent(props: PopoverContentProps) {
  const { button, label, children, placement = "bottom start", isOpen, onOpenChange } = props;
  const { ref, isReady } = useTrigger();
  return (
    <DialogTrigger isOpen={isOpen && isReady} onOpenChange={onOpenChange}>
      <Trigger button={button} ref={ref} />
      <AriaPopover
        offset={4}
        placement={placement}
        className={classes(styles.floating, "max-w-[95vw]")}
      >
        <Dialog aria-label={label} className={classes("outline-none", props.className ?? "p-3")}>
          {children}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
