"use client";

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLatest } from "@/lib/client/device/use-latest";
import { importWithRetry } from "@/lib/client/http/import-with-retry";
import type { JsonEditor, JsonEditorProps } from "./json-editor";

interface Props extends Omit<JsonEditorProps, "begin"> {
  /** Whether the editor takes the focus as soon as it is rendered. */
  readonly takesFocus: boolean;
}

/** The loaded editor, and the selection in the plain field that it replaces. */
interface LoadedEditor {
  readonly Editor: typeof JsonEditor;
  readonly begin: JsonEditorProps["begin"];
}

/**
 * Input for JSON text. The editor is loaded when the field comes near the view or gets the focus.
 * Until then, a plain field of the same look takes its place. The editor keeps the field's text and
 * selection.
 */
export function LazyJsonEditor({ takesFocus, ...props }: Props) {
  const { value, onChange, onBlur, attributes } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [editing, setEditing] = useState<LoadedEditor>();
  const isWanted = useRef(false);
  const load = async () => {
    if (isWanted.current) return;
    isWanted.current = true;
    const { JsonEditor: Editor } = await importWithRetry(() => import("./json-editor"));
    const { current } = field;
    const isHere = current !== null && document.activeElement === current;
    const begin = isHere ? [current.selectionStart, current.selectionEnd] : undefined;
    // Synchronous, because a key press in between would go to the field that is being replaced.
    flushSync(() => setEditing({ Editor, begin }));
  };
  const latest = useLatest(load);

  // Visibility is reported by the browser, outside of React.
  useEffect(() => {
    if (!field.current) return;
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) void latest.current();
      },
      { rootMargin: "200px" },
    );
    watch.observe(field.current);
    return () => watch.disconnect();
  }, [latest]);

  if (editing) return <editing.Editor {...props} begin={editing.begin} />;
  return (
    <textarea
      {...attributes}
      ref={field}
      // biome-ignore lint/a11y/noAutofocus: the user asked to change this very value.
      autoFocus={takesFocus}
      spellCheck={false}
      value={value}
      rows={value.split("\n").length}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      onFocus={() => void load()}
      className="field-sizing-content block max-h-[60vh] min-h-[84px] w-full resize-none bg-transparent py-1.5 pr-0.5 pl-[54px] font-mono text-13 text-ink-strong leading-5 outline-none"
    />
  );
}
