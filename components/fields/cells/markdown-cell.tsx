import type { CellProps } from "./cell";
import { TextCell } from "./text-cell";

/** Markdown as plain words, its marks left out. */
export function MarkdownCell({ value, field }: CellProps) {
  return <TextCell value={plainText(String(value))} field={field} />;
}

/** The words of Markdown in one line, as far as a line can show them. */
export function plainText(markdown: string): string {
  return markdown
    .slice(0, 1_000)
    .replace(/```[a-z]*|[`*_~>#|]+/g, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s*[-+]\s+/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}
