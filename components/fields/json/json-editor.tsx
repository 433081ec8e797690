import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from "@codemirror/language";
import { type Diagnostic, linter, lintGutter } from "@codemirror/lint";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";
import { useLatest } from "@/lib/client/device/use-latest";
import { inexactNumber, jsonFaultPosition } from "@/lib/schema/json-position";
import { editorTheme } from "./json-editor-theme";

/** Attributes that name the editor for screen readers. */
type Attributes = Readonly<Record<string, string>>;

export interface JsonEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
  readonly attributes: Attributes;
  /** Selection at the start, as offsets in the text; undefined when the focus is elsewhere. */
  readonly begin: readonly number[] | undefined;
}

/** JSON editor with numbered and foldable lines, colors, and errors marked at their location. */
export function JsonEditor(props: JsonEditorProps) {
  const { value, attributes } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const named = useRef(new Compartment());
  const latest = useLatest(props);

  // The editor manages its own DOM. It is created once and destroyed with this component.
  useEffect(() => {
    const made = new EditorView({
      parent: place.current ?? document.body,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          ...extensions,
          named.current.of(EditorView.contentAttributes.of(latest.current.attributes)),
          EditorView.cspNonce.of(pageNonce()),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString());
          }),
          EditorView.domEventHandlers({ blur: () => latest.current.onBlur() }),
        ],
      }),
    });
    view.current = made;
    const [anchor, head = anchor] = latest.current.begin ?? [];
    if (anchor !== undefined && head !== undefined) {
      made.dispatch({ selection: { anchor, head } });
      made.focus();
    }
    return () => made.destroy();
  }, [latest]);

  // A value from outside (formatting, a draft, a concurrent change) replaces the editor's document.
  useEffect(() => {
    const doc = view.current?.state.doc;
    if (!doc || doc.toString() === value) return;
    view.current?.dispatch({ changes: { from: 0, to: doc.length, insert: value } });
  }, [value]);

  const name = JSON.stringify(attributes);
  // A new label, help or error is applied to the editor as well.
  useEffect(() => {
    const contents = EditorView.contentAttributes.of(JSON.parse(name) as Attributes);
    view.current?.dispatch({ effects: named.current.reconfigure(contents) });
  }, [name]);

  return <div ref={place} className="min-w-0" />;
}

/** Tab leaves the editor, as it leaves every other field. Ctrl and a bracket indent lines. */
const keys = keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap]);

const highlightStyle = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--ink-strong)" },
  { tag: tags.string, color: "var(--ok)" },
  { tag: tags.number, color: "var(--info)" },
  { tag: [tags.bool, tags.null], color: "var(--accent)" },
  {
    tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace],
    color: "var(--ink-muted)",
  },
  { tag: tags.invalid, color: "var(--danger)" },
]);

const extensions: readonly Extension[] = [
  lineNumbers(),
  foldGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  json(),
  syntaxHighlighting(highlightStyle),
  linter(({ state }) => diagnosticsOf(state.doc.toString()), { delay: 250 }),
  lintGutter(),
  EditorView.lineWrapping,
  EditorState.tabSize.of(2),
  keys,
  editorTheme,
];

/** Returns the first error of a JSON text at its location. Further errors would follow from it. */
function diagnosticsOf(text: string): Diagnostic[] {
  if (text.trim() === "") return [];
  const fault = jsonFaultPosition(text);
  if (!fault) return inexactNumberDiagnostics(text);
  const lines = text.split("\n").slice(0, fault.line - 1);
  const before = lines.reduce((sum, line) => sum + line.length + 1, 0);
  const from = Math.min(before + fault.column - 1, text.length);
  const message = `Invalid JSON at line ${fault.line}, column ${fault.column}.`;
  return [{ from, to: Math.min(from + 1, text.length), severity: "error", message }];
}

function inexactNumberDiagnostics(text: string): Diagnostic[] {
  const number = inexactNumber(text);
  if (!number) return [];
  const [from, to] = number.span;
  const message = `${number.written} would be stored as ${number.kept}: put it in quotes.`;
  return [{ from, to, severity: "error", message }];
}

/** Returns the nonce for style elements of the page; "" on a page without a content policy. */
function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}
