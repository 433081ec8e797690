import type { CellProps } from "@/components/fields/props/cell-props";
import { TextCell } from "@/components/fields/text/cell";

/** Shows Markdown as plain text, without its markup. */
export function MarkdownCell({ value, field }: CellProps) {
  return <TextCell value={plainText(String(value))} field={field} />;
}

/** Returns the plain text of Markdown in one line, from the first 1,000 characters. */
export function plainText(markdown: string): string {
  return markdown
    .slice(0, 1_000)
    .replace(/```[a-z]*|[`*_~>#|]+/g, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s*[-+]\s+/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}
