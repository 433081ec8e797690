import { Button } from "@/components/ui/button";
import { CommandKey, KeyboardKey } from "@/components/ui/keyboard-key";
import { AttachButton } from "./attach-button";
import { Audience } from "./audience";
import type { NoteKind } from "./note-kinds";

interface Props {
  readonly kinds: readonly NoteKind[];
  readonly isPublic: boolean;
  /** The id of the text about the readers. */
  readonly help: string;
  readonly readers: string;
  readonly hasFiles: boolean;
  readonly isPending: boolean;
  readonly onAudience: (isPublic: boolean) => void;
  /** Absent: files cannot be attached. */
  readonly onFiles: ((files: readonly File[]) => void) | undefined;
}

/** The readers of a note, its files, and the button that saves it. */
export function NoteFooter(props: Props) {
  const { kinds, isPublic, help, readers, hasFiles, isPending, onFiles } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {onFiles && <AttachButton onFiles={onFiles} />}
      {kinds.length > 1 && <Audience isPublic={isPublic} onChange={props.onAudience} />}
      <p id={help} className="min-w-0 flex-1 basis-48 text-12 text-ink-muted">
        {readers} {isPublic && hasFiles && "They do not see the files. "}Markdown.
      </p>
      <span className="hidden text-12 text-ink-muted group-focus-within/note:md:inline">
        <CommandKey /> <KeyboardKey>Enter</KeyboardKey>
      </span>
      <Button type="submit" size="small" look="primary" isPending={isPending}>
        {isPublic ? "Publish note" : "Add note"}
      </Button>
    </div>
  );
}
