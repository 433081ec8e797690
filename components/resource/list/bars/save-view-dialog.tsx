import { useRef, useState } from "react";
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
  const [isUnnamed, setUnnamed] = useState(false);
  const [isShared, setShared] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { send, isPending, error } = useRequest({
    failed: `View “${bidiIsolate(name)}” not saved`,
  });
  const words = useErrorWords(error);
  const refusal = error === undefined ? undefined : words;
  const save = () => {
    if (name.trim() !== "") return void send(() => onSave(name.trim(), isShared), onSaved);
    setUnnamed(true);
    input.current?.focus();
  };
  return (
    <Dialog
      isPending={isPending}
      onClose={onClose}
      title="Save this view"
      width="small"
      cancel={null}
      action={{ text: "Save view", onPress: save }}
    >
      <TextField
        ref={input}
        label="Name"
        value={name}
        maxLength={255}
        error={isUnnamed ? "Give the view a name." : refusal}
        autoFocus
        onChange={(event) => {
          setName(event.target.value);
          setUnnamed(false);
        }}
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
