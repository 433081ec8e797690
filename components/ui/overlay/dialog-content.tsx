import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components/Modal";
import { ErrorMessage } from "@/components/errors/error-message";
import { Button, type ButtonProps } from "@/components/ui/button";
import { FormError } from "@/components/ui/form/form-error";
import { IconButton } from "@/components/ui/icon-button";
import { SkeletonLines } from "@/components/ui/skeleton";
import { classes, styles } from "@/components/ui/styles";

export interface DialogProps {
  /** By default the dialog is open while it is mounted. */
  readonly isOpen?: boolean;
  /** Absent when only one of the dialog's own buttons may close it. */
  readonly onClose?: () => void;
  /** Replaces `onClose` for Escape, the close button and a press outside. */
  readonly onDismiss?: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** `alertdialog` for actions that cannot be undone. A press outside does not close it. */
  readonly role?: "dialog" | "alertdialog";
  readonly width?: keyof typeof widths;
  /** `top` for content that grows and shrinks while the dialog is open. */
  readonly at?: "middle" | "top";
  /** The dialog's request is under way. Nothing closes the dialog. */
  readonly isPending?: boolean;
  /** The content is not loaded yet. */
  readonly isLoading?: boolean;
  /** Error of a request, shown above the content; nothing for null and undefined. */
  readonly error?: unknown;
  /** The button that performs the action, next to one that cancels. */
  readonly action?: DialogAction;
  /** Label of the button that cancels; null for no such button. */
  readonly cancel?: string | null;
  /** Other buttons than those two, right-aligned under the content. */
  readonly actions?: ReactNode;
}

interface DialogAction extends Pick<ButtonProps, "isDisabled" | "autoFocus"> {
  readonly text: string;
  readonly onPress: () => void;
  readonly isDanger?: boolean;
}

/** The dialog itself, rendered only when there is one to show. */
export function DialogContent(props: DialogProps) {
  const { isOpen = true, onClose, role = "dialog", width = "normal", at = "middle" } = props;
  const { title, children, isPending, isLoading, error = null } = props;
  const dismiss = props.onDismiss ?? onClose;
  const actions = props.actions ?? (props.action && <Actions {...props} action={props.action} />);
  return (
    <ModalOverlay
      isOpen={isOpen}
      {...(dismiss && { onOpenChange: () => isPending || dismiss() })}
      isDismissable={role === "dialog"}
      isKeyboardDismissDisabled={dismiss === undefined}
      className="fixed inset-0 z-40 grid grid-cols-[minmax(0,1fr)] place-items-center overflow-y-auto bg-scrim p-4 transition-opacity duration-120 data-entering:opacity-0 data-exiting:opacity-0"
    >
      <Modal className={classes(styles.floating, "w-full", places[at], widths[width])}>
        <AriaDialog
          role={role}
          className={classes(
            "flex max-h-[calc(100dvh-2rem)] flex-col outline-none",
            width === "screen" && "h-full",
          )}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-2">
            <Heading slot="title" className="font-semibold text-16 text-ink-strong">
              {title}
            </Heading>
            {dismiss && (
              <IconButton label="Close" onPress={() => isPending || dismiss()} className="-mr-2">
                <X size={16} aria-hidden />
              </IconButton>
            )}
          </header>
          <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto px-5 pb-4 text-14">
            {error !== null && <FormError message={<ErrorMessage error={error} />} />}
            {isLoading ? <SkeletonLines /> : children}
          </div>
          {actions !== undefined && (
            <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">
              {actions}
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The two usual buttons. If the action cannot be undone, the other button takes the focus. */
function Actions(props: DialogProps & { readonly action: DialogAction }) {
  const { onClose, role, isPending = false, cancel = "Cancel" } = props;
  const { text, isDanger = false, ...rest } = props.action;
  return (
    <>
      {onClose && cancel !== null && (
        <Button onPress={onClose} isDisabled={isPending} autoFocus={role === "alertdialog"}>
          {cancel}
        </Button>
      )}
      <Button look={isDanger ? "danger" : "primary"} isPending={isPending} {...rest}>
        {text}
      </Button>
    </>
  );
}

const widths = {
  small: "max-w-sm",
  normal: "max-w-lg",
  wide: "max-w-3xl",
  /** Wide, with room for a second column on a wide screen. */
  beside: "max-w-3xl lg:max-w-5xl",
  screen: "h-full max-w-none",
};
const places = { middle: "my-auto", top: "self-start md:mt-[10dvh]" };
