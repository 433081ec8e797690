import type { ReactNode } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components/Modal";

export interface SheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly label: string;
  readonly children: ReactNode;
}

/** The panel itself, rendered only when there is one to show. */
export function SheetContent({ isOpen, onClose, label, children }: SheetProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onClose}
      isDismissable
      className="fixed inset-0 z-40 bg-scrim transition-opacity duration-120 data-entering:opacity-0 data-exiting:opacity-0"
    >
      <Modal className="fixed inset-y-0 left-0 w-72 max-w-[85vw] overflow-y-auto border-line border-r bg-surface shadow-xl transition-transform duration-120 ease-open data-entering:-translate-x-full data-exiting:-translate-x-full">
        <Dialog aria-label={label} className="min-h-full outline-none">
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
