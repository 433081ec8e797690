import { useState } from "react";
import { DiscardDialog } from "./discard-dialog";
import { LeaveGuard } from "./leave-guard";

interface Props {
  /** The name of the input in a sentence, such as “the invitation”. */
  readonly title: string;
  /** True while the dialog holds input that is not saved. */
  readonly isDirty: boolean;
  readonly onClose: () => void;
}

/**
 * Guards the input of a dialog. `dismiss`, for Escape and a press next to the dialog, asks first.
 * Leaving the page asks as well. `question` is rendered in the dialog.
 */
export function useDiscardGuard({ title, isDirty, onClose }: Props) {
  const [isAsking, setAsking] = useState(false);
  const question = (
    <>
      <LeaveGuard isDirty={() => isDirty} />
      {isAsking && (
        <DiscardDialog title={title} onDiscard={onClose} onKeep={() => setAsking(false)} />
      )}
    </>
  );
  return { question, dismiss: () => (isDirty ? setAsking(true) : onClose()) };
}
