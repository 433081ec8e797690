import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";

/** Confirms that unsaved input is discarded. */
export function DiscardDialog(props: {
  /** Name of the input in a sentence. */
  readonly title: string;
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
}) {
  const { title, onDiscard, onKeep } = props;
  return (
    <Dialog
      onClose={onKeep}
      role="alertdialog"
      width="small"
      title="Discard your changes?"
      actions={
        <>
          <Button onPress={onDiscard}>Discard</Button>
          <Button look="primary" onPress={onKeep}>
            Keep editing
          </Button>
        </>
      }
    >
      Unsaved changes to {title} will be lost.
    </Dialog>
  );
}
