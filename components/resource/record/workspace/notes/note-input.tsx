import type { ClipboardEvent, KeyboardEvent, Ref } from "react";
import { classes, styles } from "@/components/ui/styles";

interface Props {
  readonly id: string;
  readonly label: string;
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly value: string;
  readonly placeholder: string;
  readonly describedBy: string;
  readonly onChange: (text: string) => void;
  readonly onSubmit: () => void;
  /** Pasted files, such as a picture of the screen. Absent: pasted files are ignored. */
  readonly onFiles: ((files: readonly File[]) => void) | undefined;
}

/** The text of a note. The line grows with it. Ctrl+Enter or ⌘+Enter submits. */
export function NoteInput(props: Props) {
  const { id, label, ref, value, placeholder, describedBy, onFiles } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    props.onSubmit();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || !onFiles) return;
    event.preventDefault();
    onFiles(files);
  };
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        id={id}
        ref={ref}
        rows={1}
        value={value}
        placeholder={placeholder}
        aria-describedby={describedBy}
        onChange={({ target }) => props.onChange(target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className={classes(
          styles.input,
          "field-sizing-content resize-none max-h-[40vh] min-h-8 border-transparent! bg-transparent py-1 pointer-coarse:min-h-11 pointer-coarse:py-2.5 pointer-coarse:text-16",
        )}
      />
    </>
  );
}
