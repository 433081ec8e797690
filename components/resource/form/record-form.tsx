import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { ErrorMessage } from "@/components/errors/error-message";
import { changedColumns, type FormValues } from "@/components/fields/form-values";
import { LastEditor } from "@/components/resource/saving/last-editor";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/form/form-error";
import { LeaveGuard, leaveWithDraft } from "@/components/ui/unsaved-changes/leave-guard";
import { titleOf } from "@/components/words/field-title";
import { inSentence } from "@/components/words/sentence-case";
import { useClock } from "@/lib/client/device/clock";
import { type Draft, type DraftKey, deleteDraft, readDraft } from "@/lib/client/device/drafts";
import { fullTime } from "@/lib/client/device/times";
import { forgetUnanswered } from "@/lib/client/saving/unanswered";
import type { Resource } from "@/lib/schema/resource";
import { ConflictDialog } from "./conflict-dialog";
import { DraftAutosave, isDraftOf, saveOrDeleteDraft } from "./draft-autosave";
import { FieldGroups } from "./field-groups";
import { FocusFirstError } from "./focus-first-error";
import { formResolver, type Inputs } from "./form-resolver";
import { SaveBar } from "./save-bar";
import { useSavedElsewhere } from "./use-creation";
import { type Base, type Saved, useSaveRecord } from "./use-save-record";

interface Props {
  readonly resource: Resource;
  readonly project: string;
  readonly person: string;
  /** The id of the edited record; undefined for a new one. */
  readonly id?: string;
  /** Key that distinguishes drafts of new records: a copy's draft is not that of a blank form. */
  readonly draftName?: string;
  /** The values and version that changes are compared with. */
  readonly base: Base;
  /** Called after every save, also after the form is unmounted. */
  readonly onSaved: (saved: Saved) => void;
  /** Called while the form is mounted. Stay on the form of a record if the user kept typing. */
  readonly onDone: (saved: Saved) => void;
  readonly onCancel: () => void;
}

/**
 * The form of a record, for creating and for editing. Restores unsaved input.
 *
 * @example <RecordForm resource={incident} project={id} person={me} base={base}
 *   onSaved={show} onDone={leave} onCancel={back} />
 */
export function RecordForm(props: Props) {
  const { resource, project, person, id } = props;
  const place: DraftKey = { person, project, resource, record: id ?? props.draftName ?? "new" };
  const [draft, setDraft] = useState(() => readDraft(place));
  const [round, setRound] = useState(0);
  const restart = () => {
    setDraft(undefined);
    setRound(round + 1);
  };
  const discard = () => {
    deleteDraft(place);
    // An equal input is meant as another record.
    forgetUnanswered(place);
    restart();
  };
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-5">
      {draft && <DraftNotice {...{ resource, draft }} base={props.base} onDiscard={discard} />}
      <Form key={round} {...props} {...{ place, draft }} onElsewhere={restart} />
    </div>
  );
}

interface FormProps extends Props {
  readonly place: DraftKey;
  readonly draft: Draft | undefined;
  /** Called when another form, which the user left while it was pending, has saved this draft. */
  readonly onElsewhere: () => void;
}

function Form(props: FormProps) {
  const { resource, project, id, place, draft, onSaved, onDone, onCancel } = props;
  const isNew = id === undefined;
  const [base, setBase] = useState<Base>(() => (draft ? asBase(draft) : props.base));
  const [initial] = useState<FormValues>(() => ({
    ...base.values,
    ...(draft ? (draft.values as FormValues) : {}),
  }));
  const form = useForm<Inputs>({
    defaultValues: initial,
    mode: "onTouched",
    shouldFocusError: false,
    resolver: formResolver(resource, isNew ? "create" : "update", project, () => base.values),
  });
  const element = useRef<HTMLFormElement>(null);
  const isSaved = useRef(false);
  const isDirty = () => {
    const now = form.getValues() as FormValues;
    return !isSaved.current && changedColumns(resource, base.values, now).length > 0;
  };
  const keep = (saved: Saved, sent: FormValues) => {
    const now = form.getValues() as FormValues;
    const { isTypedOn } = saved;
    const next: Base = { values: sent, etag: saved.etag };
    // After an unmount, another form may go on with the draft.
    const isOwn = element.current || isDraftOf(place, sent) || isDraftOf(place, now);
    if (isOwn) deleteDraft(place);
    if (isTypedOn) saveOrDeleteDraft({ ...place, record: saved.id }, now, next);
    if (isTypedOn && !isNew) setBase(next);
    else isSaved.current = true;
    onSaved(saved);
  };
  const rest = { onRebase: setBase, onSaved: keep, onDone };
  const saving = useSaveRecord({ resource, project, place, id, form, ...rest });
  useSavedElsewhere(saving.isPendingElsewhere, () => {
    const now = form.getValues() as FormValues;
    if (!readDraft(place) && changedColumns(resource, initial, now).length === 0) {
      props.onElsewhere();
    }
  });
  const { control } = form;
  const submit = form.handleSubmit((values) => {
    if (!isSaved.current && !saving.isPendingElsewhere)
      return saving.save(base, values as FormValues);
  });
  return (
    <form
      ref={element}
      noValidate
      aria-label={`${isNew ? "New" : "Edit"} ${inSentence(resource.name)}`}
      onSubmit={(event) => {
        // In React's tree a form in a dialog is inside the form that opened it. Only its own is
        // sent.
        event.stopPropagation();
        void submit(event);
      }}
      className="grid grid-cols-1 gap-5"
    >
      <FieldGroups {...{ resource, control, project, initial }} record={id} />
      {saving.error !== undefined && <FormError message={<ErrorMessage error={saving.error} />} />}
      <SaveBar
        {...{ resource, control, isNew, onCancel }}
        first={base.values}
        isSaving={saving.isPending || saving.isPendingElsewhere}
      />
      <DraftAutosave {...{ place, control, isSaved }} first={base.values} etag={base.etag} />
      <LeaveGuard isDirty={isDirty} question={leaveWithDraft} />
      <FocusFirstError control={control} form={element} />
      {saving.conflict && (
        <ConflictDialog
          clashes={saving.conflict.merge.conflicts}
          taken={saving.conflict.merge.taken}
          lastEditor={id !== undefined && <LastEditor resource={resource} id={id} />}
          onDecide={(decided) => void saving.decide(decided)}
          onCancel={saving.leaveConflict}
        />
      )}
    </form>
  );
}

function DraftNotice(props: {
  readonly resource: Resource;
  readonly draft: Draft;
  readonly base: Base;
  readonly onDiscard: () => void;
}) {
  const { resource, draft, base, onDiscard } = props;
  const { zone } = useClock();
  const isOutdated = draft.etag !== base.etag;
  const since = changedColumns(resource, draft.first as FormValues, base.values).map(titleOf);
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 border-accent border-l-2 bg-surface-sunken px-3 py-2 text-13"
    >
      <span>
        Draft of {fullTime(draft.at, zone)} restored.
        {isOutdated && " The record has changed since"}
        {isOutdated && since.length > 0 && ` (${since.join(", ")})`}
        {isOutdated && ": saving merges both versions and asks about conflicts."}
      </span>
      <Button size="small" onPress={onDiscard}>
        Discard draft
      </Button>
    </div>
  );
}

function asBase({ first, etag }: Draft): Base {
  return { values: first as FormValues, etag };
}
