import { EditorView } from "@codemirror/view";

/** The editor in the page's design tokens, which makes it light and dark with the page. */
export const editorTheme = EditorView.theme({
  "&": {
    color: "var(--ink-strong)",
    backgroundColor: "var(--surface-raised)",
    fontSize: "13px",
    maxHeight: "60vh",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono, ui-monospace, monospace)", lineHeight: "20px" },
  ".cm-content": { caretColor: "var(--ink-strong)", minHeight: "84px", padding: "6px 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink-strong)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { backgroundColor: "color-mix(in oklch, var(--accent) 28%, transparent)" },
  ".cm-gutters": {
    backgroundColor: "transparent",
    color: "var(--ink-muted)",
    borderRight: "none",
  },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--accent-soft)",
    outline: "1px solid var(--line-strong)",
  },
  ".cm-foldPlaceholder": {
    backgroundColor: "var(--surface-sunken)",
    border: "1px solid var(--line)",
    color: "var(--ink-muted)",
    padding: "0 6px",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--surface-floating)",
    border: "1px solid var(--line)",
    borderRadius: "4px",
    color: "var(--ink)",
  },
  ".cm-diagnostic-error": { borderLeftColor: "var(--danger)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--danger)",
    textUnderlineOffset: "3px",
  },
  ".cm-lint-marker-error": {
    content: '""',
    width: "8px",
    height: "8px",
    margin: "6px 3px",
    borderRadius: "50%",
    backgroundColor: "var(--danger)",
  },
});
