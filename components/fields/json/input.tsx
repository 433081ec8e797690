import { useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { fieldTextsOf, type InputProps, textIn } from "@/components/fields/props/input-props";
import { Button } from "@/components/ui/button";
import { controlAttributes, FieldError, RequiredMark } from "@/components/ui/form/field-frame";
import { classes, styles } from "@/components/ui/styles";
import { useLatest } from "@/lib/client/device/use-latest";
import { importWithRetry } from "@/lib/client/http/import-with-retry";
import { inexactNumber, jsonFaultPosition } from "@/lib/schema/json-position";
import type { JsonEditor, JsonEditorProps } from "./json-editor";

/** Input for JSON in a code editor. Syntax errors are marked. */
export function JsonInput(props: InputProps) {
  const { column, onChange, onBlur } = props;
  const id = useId();
  const value = textIn(props.value);
  const fault = faultIn(value);
  const texts = fieldTextsOf(props);
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-1">
      <span id={`${id}-label`} className={styles.label}>
        {texts.label}
        {texts.isRequired && <RequiredMark />}
      </span>
      <div
        className={classes(
          "overflow-hidden rounded-sm border border-line-strong bg-surface-raised focus-within:border-focus focus-within:outline-2 focus-within:outline-focus/40",
          texts.error !== undefined && "border-danger",
        )}
      >
        <LazyJsonEditor
          {...{ value, onChange, onBlur }}
          takesFocus={props.takesFocus ?? false}
          attributes={{
            ...attributesOf(controlAttributes(id, { ...texts, description: "" })),
            "aria-labelledby": `${id}-label`,
            "data-field": column.name,
          }}
        />
      </div>
      <div className="flex items-start justify-between gap-3 text-12 text-ink-muted">
        <p id={`${id}-help`}>{texts.description}</p>
        <Button
          size="small"
          look="quiet"
          isDisabled={value.trim() === "" || fault !== undefined}
          onPress={() => onChange(JSON.stringify(JSON.parse(value), null, 2))}
        >
          Format
        </Button>
      </div>
      {texts.error === undefined && fault !== undefined && (
        <p aria-hidden="true" className={styles.error}>
          {fault}
        </p>
      )}
      <FieldError id={`${id}-error`} error={texts.error} />
    </div>
  );
}

/** Returns the error of a JSON text; undefined when there is none. */
function faultIn(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  const place = jsonFaultPosition(text);
  if (place) return `Invalid JSON: line ${place.line}, column ${place.column}`;
  const number = inexactNumber(text);
  if (!number) return undefined;
  const { line, written, kept } = number;
  return `Line ${line}: ${written} would be stored as ${kept}: put it in quotes`;
}

/** Returns attributes as text, without undefined ones. */
function attributesOf(given: Readonly<Record<string, unknown>>): Record<string, string> {
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said.map(([name, value]) => [name, String(value)]));
}

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
function LazyJsonEditor({ takesFocus, ...props }: Props) {
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
