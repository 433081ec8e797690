import type { FieldKind } from "@/lib/schema/field";
import { writableColumns } from "@/lib/schema/record/writable";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";

/** Where a value of each kind can be changed without opening the form of its record. */
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

/** True for a value that takes a while to type: it is not dropped without a question. */
export function isLongInput({ field }: Column): boolean {
  return longKinds.has(field.kind);
}

const longKinds: ReadonlySet<FieldKind> = new Set([
  ...(["longText", "veryLongText", "markdown", "json", "textList"] as const),
]);

/** True for a column whose value can be changed in the table: its kind is short enough for a cell. */
export function isEditableInPlace(resource: Resource, column: string): boolean {
  const found = writable(resource, column);
  return found !== undefined && places[found.field.kind] === "cell";
}

/** True for a column whose value can be changed where a record's page shows it. */
export function isEditableOnPage(resource: Resource, column: string): boolean {
  const found = writable(resource, column);
  return found !== undefined && places[found.field.kind] !== "form";
}

/** The id and the project of a record are settled once it is there. */
function writable(resource: Resource, column: string): Column | undefined {
  return writableColumns(resource).find(
    ({ name, field }) => name === column && field.to !== "project",
  );
}
