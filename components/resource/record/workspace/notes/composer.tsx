import { type RefObject, type SyntheticEvent, useEffect, useId, useRef } from "react";
import { ErrorMessage } from "@/components/errors/error-message";
import { useRequest } from "@/components/errors/use-request";
import { type ListingPage, visitorsOf } from "@/components/resource/record/workspace/visitors";
import type { RecordProps } from "@/components/resource/record-props";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/form/form-error";
import { KeyboardKey } from "@/components/ui/keyboard-key";
import { classes, styles } from "@/components/ui/styles";
import { inSentence } from "@/components/words/sentence-case";
import { Audience } from "./audience";
import type { NoteKind } from "./note-kinds";
import { useAddNote } from "./use-add-note";
import { useNoteDraft } from "./use-note-draft";

interface Props extends RecordProps {
  readonly kinds: readonly [NoteKind, ...NoteKind[]];
  /** The number of times that the user asked to write a note. */
  readonly asked: number;
  /** The status pages that list monitors of the record; undefined if unknown. */
  readonly pages: readonly ListingPage[] | undefined;
}

/**
 * Writes a note on a record. The line grows with the text. The text is kept in this tab until it is
 * saved: after an error, on other pages and over a reload.
 */
export function Composer({ resource, record, kinds, asked, pages }: Props) {
  const id = String(record._id);
  const field = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const draft = useNoteDraft(resource, id);
  const kind = kinds.find(({ isPublic }) => isPublic === draft.isPublic) ?? kinds[0];
  const { text } = draft;
  const { isPublic } = kind;
  const add = useAddNote(resource, id);
  const { send, isPending, error } = useRequest({ failed: "Note not saved" });
  useFocusOnAsk(input, asked);
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() === "") return input.current?.focus();
    void send(
      () => add(kind, text, () => draft.clear(text)),
      () => input.current?.focus({ preventScroll: true }),
    );
  };
  return (
    <form
      aria-label="New note"
      onSubmit={save}
      className={classes(
        "group/note grid gap-2 rounded-md border bg-surface-raised p-2",
        isPublic ? "border-warn" : "border-line-strong",
      )}
    >
      {error !== undefined && <FormError message={<ErrorMessage error={error} />} />}
      <label htmlFor={field} className="sr-only">
        Note on this {inSentence(resource.name)}
      </label>
      <textarea
        id={field}
        ref={input}
        rows={1}
        value={text}
        placeholder={isPublic ? "Write to visitors of status pages…" : "Write a note…"}
        aria-describedby={`${field}-audience`}
        onChange={({ target }) => draft.type(target.value, isPublic)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) save(event);
        }}
        className={classes(
          styles.input,
          "field-sizing-content resize-none max-h-[40vh] min-h-8 border-transparent! bg-transparent py-1 pointer-coarse:min-h-11 pointer-coarse:py-2.5 pointer-coarse:text-16",
        )}
      />
      <Actions
        {...{ resource, isPublic, pages, isPending }}
        audienceId={`${field}-audience`}
        onAudience={kinds.length > 1 ? (next) => draft.type(text, next) : undefined}
      />
    </form>
  );
}

/** Focuses the field each time that the user asks to write. */
function useFocusOnAsk(input: RefObject<HTMLTextAreaElement | null>, asked: number): void {
  // The document's focus is outside of React. After a tap the browser still focuses the button.
  useEffect(() => {
    if (asked === 0) return;
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [asked, input]);
}

interface ActionsProps extends Pick<Props, "resource" | "pages"> {
  readonly isPublic: boolean;
  readonly isPending: boolean;
  readonly audienceId: string;
  /** Undefined if there is one kind of notes. */
  readonly onAudience: ((isPublic: boolean) => void) | undefined;
}

function Actions({ resource, pages, isPublic, isPending, audienceId, onAudience }: ActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {onAudience && <Audience isPublic={isPublic} onChange={onAudience} />}
      <p id={audienceId} className="min-w-0 flex-1 basis-48 text-12 text-ink-muted">
        {isPublic ? visitorsOf(resource, pages) : "Only users of this project read this."} Markdown.
      </p>
      <span className="hidden text-12 text-ink-muted group-focus-within/note:md:inline">
        <KeyboardKey>Ctrl</KeyboardKey> <KeyboardKey>Enter</KeyboardKey>
      </span>
      <Button type="submit" size="small" look="primary" isPending={isPending}>
        {isPublic ? "Publish note" : "Add note"}
      </Button>
    </div>
  );
}
