import { useState } from "react";
import { useErrorWords } from "@/components/errors/use-error-words";
import { useRequest } from "@/components/errors/use-request";
import { Checkbox } from "@/components/ui/form/checkbox";
import { TextField } from "@/components/ui/form/text-field";
import { Dialog } from "@/components/ui/overlay/dialog";
import { bidiIsolate } from "@/components/words/bidi-isolate";

interface Props {
  /** The user may share views with the project. */
  readonly mayShare: boolean;
  readonly onClose: () => void;
  /** Saves the view and returns its id. */
  readonly onSave: (name: string, isShared: boolean) => Promise<string>;
  readonly onSaved: (id: string) => void;
}

/** Asks for the name of a new view, and whether it is shared with the project. */
export function SaveViewDialog({ mayShare, onClose, onSave, onSaved }: Props) {
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  const { send, isPending, error } = useRequest({
    failed: `View “${bidiIsolate(name)}” not saved`,
  });
  const words = useErrorWords(error);
  const save = () => {
    if (name.trim() !== "") void send(() => onSave(name.trim(), isShared), onSaved);
  };
  return (
    <Dialog
      isPending={isPending}
      onClose={onClose}
      title="Save this view"
      width="small"
      cancel={null}
      action={{ text: "Save view", isDisabled: name.trim() === "", onPress: save }}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={255}
        error={error === undefined ? undefined : words}
        autoFocus
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && save()}
      />
      {mayShare && (
        <Checkbox
          label="Share with everyone in the project"
          checked={isShared}
          onChange={(event) => setShared(event.target.checked)}
        />
      )}
    </Dialog>
  );
}
