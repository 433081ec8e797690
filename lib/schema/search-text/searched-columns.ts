import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** The part of a record that matched. */
export type Matched = "label" | "number" | "slug" | "email" | "description" | "customFields" | "id";

/** A column that the search over all resources reads. */
export interface SearchedColumn {
  readonly name: string;
  readonly as: Exclude<Matched, "id">;
}

/** Columns of which only the beginning is searched. They do not name a record. */
const describing = ["description", "customFields"] as const;

/** Returns true for a column that describes a record and does not name it. */
export function isDescribing(column: SearchedColumn): boolean {
  return describing.some((one) => one === column.as);
}

const known = new WeakMap<Resource, readonly SearchedColumn[]>();

/** Returns the searched columns of a resource; none if it is excluded from the search. */
export function searchedColumns(resource: Resource): readonly SearchedColumn[] {
  const columns = known.get(resource) ?? columnsOf(resource);
  known.set(resource, columns);
  return columns;
}

/** Returns the column that names a record to users. */
export function labelColumn(resource: Resource): Column | undefined {
  return shapeOf(resource).byName.get(resource.label)?.column;
}

/** Returns the columns that hold a record's counted number, bare and with its prefix. */
export function numberColumns(
  resource: Resource,
): { readonly bare: string; readonly prefixed: string } | undefined {
  for (const { name, field } of shapeOf(resource).columns) {
    if (field.counts) return { bare: name, prefixed: field.counts.prefixed };
  }
  return undefined;
}

function columnsOf(resource: Resource): readonly SearchedColumn[] {
  if (resource.unsearched || resource.scope === "people") return [];
  const label = labelColumn(resource);
  const numbers = numberColumns(resource);
  const found: SearchedColumn[] = [];
  if (label && kindOf(label.field).isText) found.push({ name: label.name, as: "label" });
  if (numbers) {
    for (const name of [numbers.prefixed, numbers.bare]) found.push({ name, as: "number" });
  }
  for (const { name, field } of shapeOf(resource).columns) {
    const as = kindOf(field).foundAs;
    if (as && !field.hidden && name !== label?.name) found.push({ name, as });
  }
  return [...found, ...describingIn(resource)];
}

function describingIn(resource: Resource): readonly SearchedColumn[] {
  const { byColumn } = shapeOf(resource);
  return describing
    .filter((name) => byColumn.get(name)?.field.hidden === undefined && byColumn.has(name))
    .filter((name) => name !== labelColumn(resource)?.name)
    .map((name) => ({ name, as: name }));
}
