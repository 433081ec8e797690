"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";

/** Asks before a long value that was typed in place is dropped. */
export function DiscardDialog(props: {
  /** What the field is called. */
  readonly title: string;
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
}) {
  const { title, onDiscard, onKeep } = props;
  return (
    <Dialog
      isOpen
      onOpenChange={onKeep}
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
      Your changes to {title} are not saved.
    </Dialog>
  );
}
