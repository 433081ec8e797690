import { unnamed } from "@/lib/schema/record/unnamed";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { labelColumn } from "@/lib/schema/search-text/searched-columns";

/**
 * Returns the words for a record whose name holds only blanks, which the API accepts; undefined for
 * any other record. A link on blanks could be neither seen nor pressed.
 */
export function blankName(resource: Resource, row: Row): string | undefined {
  const name = row[labelColumn(resource)?.name ?? ""];
  const isBlank = typeof name === "string" && name !== "" && name.trim() === "";
  return isBlank ? unnamed(resource, row) : undefined;
}
