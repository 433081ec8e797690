import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** Returns the words for a record without a name: its kind and the beginning of its id. */
export function unnamed({ name }: Resource, row: Row): string {
  return `${name} ${String(row._id).slice(0, 8)}`;
}
