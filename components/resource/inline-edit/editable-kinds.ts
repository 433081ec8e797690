import { kindOf } from "@/lib/schema/kinds/index";
import { writableColumns } from "@/lib/schema/record/writable";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";

/**
 * Returns whether a value takes a while to type. Such input is not dropped without confirmation.
 */
export function isLongInput({ field }: Column): boolean {
  return kindOf(field).isSlowToType === true;
}

/** Returns whether a column can be edited in the table. Its kind must fit into a cell. */
export function isEditableInPlace(resource: Resource, column: string): boolean {
  const found = writable(resource, column);
  return found !== undefined && kindOf(found.field).editedIn === "cell";
}

/** Returns whether a column can be edited on the record's page. */
export function isEditableOnPage(resource: Resource, column: string): boolean {
  const found = writable(resource, column);
  return found !== undefined && kindOf(found.field).editedIn !== "form";
}

/** The id and the project of a record are fixed once it exists. */
function writable(resource: Resource, column: string): Column | undefined {
  return writableColumns(resource).find(
    ({ name, field }) => name === column && field.to !== "project",
  );
}
