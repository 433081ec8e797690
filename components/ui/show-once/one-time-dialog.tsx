import { Dialog } from "@/components/ui/overlay/dialog";
import type { DialogProps } from "@/components/ui/overlay/dialog-content";
import { LeaveGuard, type LeaveQuestion } from "@/components/ui/unsaved-changes/leave-guard";

interface Props extends Pick<DialogProps, "title" | "width" | "children"> {
  readonly onClose: () => void;
}

/**
 * Shows a secret or a link that is shown only once. Only its button closes it, because the secret
 * would be lost. Leaving the page needs a confirmation.
 */
export function OneTimeDialog({ onClose, children, ...rest }: Props) {
  return (
    <Dialog {...rest} role="alertdialog" action={{ text: "I have saved it", onPress: onClose }}>
      <LeaveGuard isDirty={always} question={shownQuestion} onLeave={onClose} />
      {children}
    </Dialog>
  );
}

const always = () => true;

const shownQuestion: LeaveQuestion = {
  title: "Leave without saving it?",
  text: "It cannot be shown again. Copy it before you leave.",
  stay: "Stay",
};
