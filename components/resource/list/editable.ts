import type { FieldKind } from "@/lib/schema/field";
import type { Resource } from "@/lib/schema/resource";
import { writableColumns } from "@/lib/schema/writable";

/** The kinds short enough to be changed where they stand. */
const inPlace: ReadonlySet<FieldKind> = new Set([
  ...(["text", "longText", "slug", "email", "url", "color"] as const),
  ...(["boolean", "number", "smallNumber", "date", "relation"] as const),
]);

/** True for a column whose value can be changed in the table. */
export function isEditableInPlace(resource: Resource, column: string): boolean {
  const writable = writableColumns(resource).find(({ name }) => name === column);
  return writable !== undefined && column !== "_id" && inPlace.has(writable.field.kind);
}
