"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/form/checkbox";
import { TextField } from "@/components/ui/form/text-field";
import { Dialog } from "@/components/ui/overlay/dialog";
import { useSubmitOnce } from "@/lib/client/saving/submit-once";

interface Props {
  readonly error: string | undefined;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onSave: (name: string, isShared: boolean) => Promise<void>;
}

/** Asks for the name of a new view, and whether it is shared with the project. */
export function SaveViewDialog({ error, isPending, onClose, onSave }: Props) {
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  const save = useSubmitOnce(async () => {
    if (name.trim() !== "") await onSave(name.trim(), isShared);
  });
  return (
    <Dialog
      isOpen
      onOpenChange={() => isPending || onClose()}
      title="Save this view"
      width="small"
      actions={
        <Button
          look="primary"
          isPending={isPending}
          isDisabled={name.trim() === ""}
          onPress={() => save()}
        >
          Save view
        </Button>
      }
    >
      <div className="grid gap-4">
        <TextField
          label="Name"
          value={name}
          maxLength={255}
          error={error}
          autoFocus
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && save()}
        />
        <Checkbox
          label="Share with everyone in the project"
          checked={isShared}
          onChange={(event) => setShared(event.target.checked)}
        />
      </div>
    </Dialog>
  );
}
