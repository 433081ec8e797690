import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { type Column, isNamed, shapeOf } from "@/lib/schema/shape";
import { type Resolve, relatedOf } from "./condition-target";
import type { Vocabulary } from "./model";
import { ownerColumnOf, ownerName } from "./owners";

/**
 * Returns the names of a resource's fields in filter text: the title in lower case ("root-cause")
 * if no other field has it, else the API name. Both API names of a relation are accepted too. With
 * `resolve`, names within fields are included.
 */
export function vocabularyOf(
  resource: Resource,
  titleOf: (column: Column) => string,
  resolve?: Resolve,
): Vocabulary {
  const { byName, byColumn } = shapeOf(resource);
  const columns = [...byColumn.values()].filter(({ field }) => isNamed(field));
  const columnOf = new Map<string, string>();
  for (const [name, { column }] of byName) columnOf.set(name.toLowerCase(), column.name);
  const nameOf = new Map<string, string>();
  const wanted = columns.map((column) => ({ column, name: inText(titleOf(column)) }));
  for (const { column, name } of wanted) {
    const isTaken = wanted.filter((other) => other.name === name).length > 1;
    const other = columnOf.get(name);
    if (isTaken || reserved.has(name) || (other !== undefined && other !== column.name)) {
      nameOf.set(column.name, column.relation ?? column.name);
    } else {
      nameOf.set(column.name, name);
      columnOf.set(name, column.name);
    }
  }
  if (ownerColumnOf(resource) && !columnOf.has(ownerName)) {
    columnOf.set(ownerName, ownerName);
    nameOf.set(ownerName, ownerName);
  }
  const within = (name: string) => {
    const column = byColumn.get(name);
    if (!column) return undefined;
    if (kindOf(column.field).hasKeys) return "keys" as const;
    const target = relatedOf(column, resolve);
    return target && vocabularyOf(target, titleOf);
  };
  return { columnOf, nameOf, ...(resolve && { within }) };
}

/** Reserved words of filter text. */
export const reserved: ReadonlySet<string> = new Set(["and", "or", "not", "no", "has"]);

function inText(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
