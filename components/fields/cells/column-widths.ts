import type { Field, FieldKind } from "@/lib/schema/field";

/** Returns the initial width of a column in pixels. */
export function defaultWidth({ kind, edge, words, within }: Field): number {
  if (edge) return intervalWidths[edge];
  if (words) return wordWidth;
  return columnWidths[within === undefined ? kind : "text"];
}

const columnWidths: Readonly<Record<FieldKind, number>> = {
  id: 120,
  date: 116,
  text: 168,
  longText: 280,
  veryLongText: 240,
  markdown: 260,
  slug: 168,
  boolean: 104,
  number: 96,
  smallNumber: 88,
  json: 220,
  color: 112,
  email: 208,
  hashed: 112,
  url: 240,
  file: 96,
  textList: 208,
  relation: 144,
  relationList: 176,
};

/** The end of an interval also shows its duration. */
const intervalWidths = { start: 156, end: 216 } as const;
const wordWidth = 104;

/** Kinds whose values are aligned to the right, digit under digit. */
export const endAligned: ReadonlySet<FieldKind> = new Set(["number", "smallNumber"]);
