import { type DragEvent, type FormEvent, type RefObject, useEffect, useId, useRef } from "react";
import { ErrorMessage } from "@/components/errors/error-message";
import { notifyFailure } from "@/components/errors/notify-failure";
import { useRequest } from "@/components/errors/use-request";
import { ChosenFiles } from "@/components/fields/file/chosen-files";
import { useUploads } from "@/components/fields/file/use-uploads";
import type { RecordProps } from "@/components/resource/record-props";
import { FormError } from "@/components/ui/form/form-error";
import { classes } from "@/components/ui/styles";
import { inSentence } from "@/components/words/sentence-case";
import { useLatest } from "@/lib/client/device/use-latest";
import { mayUse, useProject } from "@/lib/client/project/project";
import { file } from "@/lib/resources/system/file";
import { NoteFooter } from "./note-footer";
import { NoteInput } from "./note-input";
import type { NoteKind } from "./note-kinds";
import { useAddNote } from "./use-add-note";
import { useBegan } from "./use-began";
import { useNoteDraft } from "./use-note-draft";
import { type ListingPage, visitorsOf } from "./visitors";

interface Props extends RecordProps {
  readonly kinds: readonly [NoteKind, ...NoteKind[]];
  /** The user asked to write a note. `onBegun` ends that, so that a later mount takes no focus. */
  readonly isAsked: boolean;
  /** Called when the input has taken the focus because the user asked. */
  readonly onBegun: () => void;
  /** The status pages that list monitors of the record; undefined if unknown. */
  readonly pages: readonly ListingPage[] | undefined;
  /**
   * Called when a save or an upload begins, and when it ends. The composer must stay mounted
   * meanwhile, so that the user sees the end in it.
   */
  readonly onBusy: (isBusy: boolean) => void;
}

/**
 * Writes a note on a record, with files: chosen, pasted into the text, or dropped. The note is kept
 * in this tab until it is saved: after an error, on other pages and over a reload.
 */
export function Composer({ resource, record, kinds, pages, onBusy, ...asking }: Props) {
  const id = String(record._id);
  const field = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const context = useProject();
  const draft = useNoteDraft(resource, id);
  const kind = kinds.find(({ isPublic }) => isPublic === draft.isPublic) ?? kinds[0];
  const [{ text, files }, { isPublic }] = [draft, kind];
  const publicReaders = visitorsOf(resource, pages, useBegan({ resource, record }));
  const readers = isPublic ? publicReaders : "Only users of this project read this.";
  const uploads = useUploads(context.project._id, files, (next) => draft.change({ files: next }));
  const mayAttach = kind.files !== undefined && mayUse(context, file, "create");
  const attach = mayAttach ? (chosen: readonly File[]) => void uploads.upload(chosen) : undefined;
  const { add, isAdding } = useAddNote(resource, id, draft.place);
  const { send, isPending, error } = useNoteRequest(input);
  const isBusy = isPending || isAdding || uploads.underWay > 0;
  useOnBusy(isBusy, onBusy);
  useFocusWhenAsked(input, asking);
  const save = () => {
    if (text.trim() === "") return input.current?.focus();
    if (isAdding || uploads.underWay > 0) return;
    const note = { text, files };
    void send(
      () => add({ kind, note, onSaved: () => draft.clear(note) }),
      () => input.current?.focus({ preventScroll: true }),
    );
  };
  const failure =
    uploads.problem ?? (error === undefined ? undefined : <ErrorMessage error={error} />);

  return (
    <form
      aria-label="New note"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        save();
      }}
      {...dropTarget(attach)}
      className={classes(
        "group/note grid gap-2 rounded-md border bg-surface-raised p-2",
        isPublic ? "border-warn" : "border-line-strong",
      )}
    >
      {failure !== undefined && <FormError message={failure} />}
      <NoteInput
        id={field}
        ref={input}
        label={`Note on this ${inSentence(resource.name)}`}
        value={text}
        placeholder={isPublic ? "Write to visitors of status pages…" : "Write a note…"}
        describedBy={`${field}-audience`}
        onChange={(next) => draft.change({ text: next })}
        onSubmit={save}
        onFiles={attach}
      />
      <ChosenFiles
        label="Attached files"
        ids={files}
        underWay={uploads.underWay}
        onRemove={uploads.remove}
      />
      <NoteFooter
        {...{ kinds, isPublic, readers }}
        help={`${field}-audience`}
        hasFiles={files.length > 0}
        isPending={isBusy}
        onAudience={(next) => draft.change({ isPublic: next })}
        onFiles={attach}
      />
    </form>
  );
}

const failed = "Note not saved";

/** Returns the request of the composer. Its error is also a toast if another tab is shown by then. */
function useNoteRequest(input: RefObject<HTMLElement | null>) {
  const onError = (error: unknown) => {
    if (!input.current?.checkVisibility()) notifyFailure(failed, error);
    return error;
  };
  return useRequest({ failed, onError });
}

function useFocusWhenAsked(
  input: RefObject<HTMLElement | null>,
  { isAsked, onBegun }: Pick<Props, "isAsked" | "onBegun">,
): void {
  const latest = useLatest(onBegun);
  // The document's focus is outside of React. After a tap the browser still focuses the button.
  useEffect(() => {
    if (!isAsked) return undefined;
    const frame = requestAnimationFrame(() => {
      input.current?.focus();
      latest.current();
    });
    return () => cancelAnimationFrame(frame);
  }, [input, isAsked, latest]);
}

/** Calls `onBusy` when the work begins and when it ends, also by an unmount. */
function useOnBusy(isBusy: boolean, onBusy: (isBusy: boolean) => void): void {
  const latest = useLatest(onBusy);
  // The tabs around the composer stay mounted while it is busy.
  useEffect(() => {
    if (!isBusy) return undefined;
    latest.current(true);
    return () => latest.current(false);
  }, [isBusy, latest]);
}

/** Returns the handlers that accept dropped files. */
function dropTarget(onFiles: ((files: readonly File[]) => void) | undefined) {
  if (!onFiles) return {};
  return {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes("Files")) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const files = [...event.dataTransfer.files];
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    },
  };
}
