import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { PartError } from "@/components/errors/part-error";
import { type FormValue, inputError, sameValue } from "@/components/fields/form-values";
import { inputs } from "@/components/fields/registry/inputs";
import { LastEditor } from "@/components/resource/saving/last-editor";
import { Button } from "@/components/ui/button";
import { passFocusOn } from "@/components/ui/interaction/pass-focus-on";
import { DiscardDialog } from "@/components/ui/unsaved-changes/discard-dialog";
import { LeaveGuard } from "@/components/ui/unsaved-changes/leave-guard";
import { titleOf } from "@/components/words/field-title";
import { useLatest } from "@/lib/client/device/use-latest";
import { useEditing } from "@/lib/client/live/edited-records";
import { useProject } from "@/lib/client/project/project";
import { type RecordRead, recordQuery } from "@/lib/client/queries/queries";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import { isLongInput } from "./editable-kinds";
import { LoadingEditor } from "./loading-editor";
import { useSaveValue, valueIn } from "./use-save-value";
import { ValueConflictNotice } from "./value-conflict";

interface Props {
  readonly resource: Resource;
  readonly column: Column;
  readonly id: string;
  readonly onClose: () => void;
  /** Called when a save begins, and instead of `onClose` after it. */
  readonly onSave?: () => void;
  readonly onSaved?: () => void;
  /** Wraps the editor. Omitted if the editor replaces the value. */
  readonly frame?: (editor: ReactNode, state: EditorState) => ReactNode;
}

/** State of an editor. */
export interface EditorState {
  readonly isSaving: boolean;
  /** The editor holds unsaved input. */
  readonly isDirty: boolean;
}

interface Typed {
  readonly value: FormValue;
  /** The base version of the record. */
  readonly from: RecordRead;
}

/**
 * The editor of one value in its place; takes the focus. Saves against the base version, and asks
 * only after a concurrent change to the same value.
 */
export function ValueEditor({
  resource,
  column,
  id,
  onClose,
  onSave,
  onSaved = onClose,
  frame = bare,
}: Props) {
  const { data, error, refetch } = useQuery({ ...recordQuery(resource, id), staleTime: 0 });
  const [typed, setTyped] = useState<Typed>();
  const [isAsking, setAsking] = useState(false);
  useEditing(resource.path, id);
  const latest = useLatest(typed);
  const place = useRef<HTMLDivElement>(null);
  const saving = useSaveValue({
    ...{ resource, column, id },
    isTypedOn: (sent) =>
      latest.current !== undefined && !sameValue(column.field, latest.current.value, sent),
    isHidden: () => place.current?.checkVisibility() === false,
    onSaved: (next) => {
      if (next) setTyped((now) => now && { ...now, from: next });
      else onSaved();
    },
  });
  const read = typed?.from ?? data;
  const isDirty =
    typed !== undefined &&
    !sameValue(column.field, valueIn(resource, column, typed.from), typed.value);
  const onEscape = () => {
    // A save may end in a conflict or an error. The value must be in the editor then.
    if (saving.isPending) return;
    if (isDirty && isLongInput(column)) setAsking(true);
    else onClose();
  };
  return frame(
    <>
      {error && !read && (
        <PartError what={titleOf(column)} error={error} onRetry={() => void refetch()} />
      )}
      {!read && !error && <LoadingEditor />}
      {read && (
        <div ref={place} className="min-w-0">
          <ValueForm
            {...{ column, saving, onClose }}
            lastEditor={<LastEditor resource={resource} id={id} />}
            onEscape={onEscape}
            value={typed ? typed.value : valueIn(resource, column, read)}
            onChange={(value) => setTyped({ value, from: read })}
            onSave={(value) => {
              setTyped({ value, from: read });
              onSave?.();
              saving.save(value, read);
            }}
          />
        </div>
      )}
      <LeaveGuard isDirty={() => isDirty} />
      {isAsking && (
        <DiscardDialog
          title={titleOf(column)}
          onDiscard={onClose}
          onKeep={() => setAsking(false)}
        />
      )}
    </>,
    { isDirty, isSaving: saving.isPending },
  );
}

function bare(editor: ReactNode): ReactNode {
  return editor;
}

interface FormProps {
  readonly column: Column;
  readonly value: FormValue;
  readonly saving: ReturnType<typeof useSaveValue>;
  /** Names the other user after a conflict. */
  readonly lastEditor: ReactNode;
  readonly onChange: (value: FormValue) => void;
  readonly onSave: (value: FormValue) => void;
  readonly onClose: () => void;
  readonly onEscape: () => void;
}

function ValueForm(props: FormProps) {
  const { column, value, saving, lastEditor, onChange, onSave, onClose, onEscape } = props;
  const { project } = useProject();
  const Input = inputs[column.field.kind];
  const title = titleOf(column);
  const fault = inputError(column.field, value);
  const { clash, isPending: isSaving } = saving;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    onEscape();
  };
  return (
    <form
      ref={focusFirst}
      aria-label={`Edit ${title}`}
      className="grid min-w-0 gap-3"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        // In React's tree a form in a list of suggestions is inside the page's form. This submit is
        // its own.
        event.stopPropagation();
        // Enter submits a form even while its button is pending.
        if (fault === undefined && !isSaving) onSave(value);
      }}
    >
      <Input
        column={column}
        project={project._id}
        value={value}
        onChange={onChange}
        onBlur={() => undefined}
        error={fault === undefined ? saving.problem : `${title} ${fault}.`}
        isNew={false}
        takesFocus
      />
      {clash ? (
        <ValueConflictNotice {...{ column, clash, lastEditor, isSaving, onClose }} />
      ) : (
        <div className="flex justify-end gap-2">
          <Button size="small" onPress={onClose} isDisabled={isSaving}>
            Cancel
          </Button>
          <Button size="small" look="primary" type="submit" isPending={isSaving}>
            Save
          </Button>
        </div>
      )}
    </form>
  );
}

/** Focuses the first input, so that a user of the keyboard can type at once. */
function focusFirst(form: HTMLFormElement | null): () => void {
  const first = form?.querySelector<HTMLElement>(typedIn) ?? form?.querySelector("button");
  // A record picker shows its selection only without the focus, so it is rendered first.
  requestAnimationFrame(() => first?.focus());
  return passFocusOn(form);
}

const typedIn =
  'input:not([type="color"]):not([type="radio"]), textarea, input:checked, [contenteditable="true"]';
