import type { FieldKind } from "@/lib/schema/field";
import { writableColumns } from "@/lib/schema/record/writable";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";

/** Where a value of each kind can be changed outside the form of its record. */
const places: Readonly<Record<FieldKind, "cell" | "page" | "form">> = {
  id: "form",
  date: "cell",
  text: "cell",
  longText: "cell",
  veryLongText: "page",
  markdown: "page",
  slug: "cell",
  boolean: "cell",
  number: "cell",
  smallNumber: "cell",
  json: "page",
  color: "cell",
  email: "cell",
  hashed: "form",
  url: "cell",
  file: "page",
  textList: "page",
  relation: "cell",
  relationList: "page",
};

/**
 * Returns whether a value takes a while to type. Such input is not dropped without confirmation.
 */
export function isLongInput({ field }: Column): boolean {
  return longKinds.has(field.kind);
}

const longKinds: ReadonlySet<FieldKind> = new Set([
  ...(["longText", "veryLongText", "markdown", "json", "textList"] as const),
]);

/** Returns whether a column can be edited in the table. Its kind must fit into a cell. */
export function isEditableInPlace(resource: Resource, column: string): boolean {
  const found = writable(resource, column);
  return found !== undefined && places[found.field.kind] === "cell";
}

/** Returns whether a column can be edited on the record's page. */
export function isEditableOnPage(resource: Resource, column: string): boolean {
  const found = writable(resource, column);
  return found !== undefined && places[found.field.kind] !== "form";
}

/** The id and the project of a record are fixed once it exists. */
function writable(resource: Resource, column: string): Column | undefined {
  return writableColumns(resource).find(
    ({ name, field }) => name === column && field.to !== "project",
  );
}
