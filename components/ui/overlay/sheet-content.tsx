import type { ReactNode } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components/Modal";
import { classes } from "@/components/ui/styles";

export interface SheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly label: string;
  readonly side: "left" | "right" | "bottom";
  readonly children: ReactNode;
}

/** The panel itself, rendered only when there is one to show. */
export function SheetContent({ isOpen, onClose, label, side, children }: SheetProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onClose}
      isDismissable
      className="fixed inset-0 z-40 bg-scrim transition-opacity duration-120 data-entering:opacity-0 data-exiting:opacity-0"
    >
      <Modal
        className={classes(
          "fixed overflow-y-auto border-line bg-surface shadow-xl transition-transform duration-120 ease-open",
          sides[side],
        )}
      >
        <Dialog aria-label={label} className="min-h-full outline-none">
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

const sides = {
  left: "inset-y-0 left-0 w-72 max-w-[85vw] border-r data-entering:-translate-x-full data-exiting:-translate-x-full",
  right:
    "inset-y-0 right-0 w-120 max-w-full border-l data-entering:translate-x-full data-exiting:translate-x-full",
  bottom:
    "inset-x-0 bottom-0 max-h-[85dvh] rounded-t-md border-t data-entering:translate-y-full data-exiting:translate-y-full",
};
