import { LeaveGuard, type LeaveQuestion } from "@/components/ui/unsaved-changes/leave-guard";
import { confirmation } from "@/lib/client/http/confirmation";

/**
 * Confirms that the page is left while a secret or a link is being created. Nothing is created
 * while the password is requested, so leaving needs no confirmation then.
 */
export function PendingSecretGuard({ isPending }: { readonly isPending: boolean }) {
  return (
    <LeaveGuard isDirty={() => isPending && !confirmation.isAsked} question={pendingQuestion} />
  );
}

const pendingQuestion: LeaveQuestion = {
  title: "Leave before it is shown?",
  text: "The request is in progress. Its result is shown only once and is lost if you leave now.",
  stay: "Stay",
};
