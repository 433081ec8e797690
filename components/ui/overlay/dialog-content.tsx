"use client";

import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "@/components/ui/icon-button";
import { classes, styles } from "@/components/ui/styles";

export interface DialogProps {
  readonly isOpen: boolean;
  /** Absent when only one of the dialog's own buttons may close it. */
  readonly onOpenChange?: (open: boolean) => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** `alertdialog` for actions that cannot be undone. A press outside does not close it. */
  readonly role?: "dialog" | "alertdialog";
  readonly width?: "small" | "normal" | "wide";
  /** `top` for content that grows and shrinks while the dialog is open. */
  readonly at?: "middle" | "top";
  /** The buttons, right-aligned under the content. The last one performs the action. */
  readonly actions?: ReactNode;
}

/** The dialog itself, rendered only when there is one to show. */
export function DialogContent(props: DialogProps) {
  const {
    isOpen,
    onOpenChange,
    title,
    children,
    role = "dialog",
    width = "normal",
    at = "middle",
  } = props;
  return (
    <ModalOverlay
      isOpen={isOpen}
      {...(onOpenChange && { onOpenChange })}
      isDismissable={role === "dialog"}
      isKeyboardDismissDisabled={onOpenChange === undefined}
      className="fixed inset-0 z-40 grid grid-cols-[minmax(0,1fr)] place-items-center overflow-y-auto bg-scrim p-4 transition-opacity duration-120 data-entering:opacity-0 data-exiting:opacity-0"
    >
      <Modal className={classes(styles.floating, "w-full", places[at], widths[width])}>
        <AriaDialog role={role} className="flex max-h-[calc(100dvh-2rem)] flex-col outline-none">
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-2">
            <Heading slot="title" className="font-semibold text-16 text-ink-strong">
              {title}
            </Heading>
            {onOpenChange && (
              <IconButton label="Close" onPress={() => onOpenChange(false)} className="-mr-2">
                <X size={16} aria-hidden />
              </IconButton>
            )}
          </header>
          <div className="min-h-0 overflow-y-auto px-5 pb-4 text-14">{children}</div>
          {props.actions !== undefined && (
            <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">
              {props.actions}
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

const widths = { small: "max-w-sm", normal: "max-w-lg", wide: "max-w-3xl" };
const places = { middle: "my-auto", top: "self-start md:mt-[10dvh]" };
