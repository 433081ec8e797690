import type { FieldKind } from "@/lib/schema/field";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** By what a record was found. */
export type Matched = "label" | "number" | "slug" | "email" | "description" | "customFields" | "id";

/** A column that the search over all resources looks at. */
export interface SearchedColumn {
  readonly name: string;
  readonly as: Exclude<Matched, "id">;
}

/** The columns of which a beginning is searched, and which are no name of a record. */
const describing = ["description", "customFields"] as const;

/** True for what tells about a record and does not name it. */
export function isDescribing(column: SearchedColumn): boolean {
  return describing.some((one) => one === column.as);
}

const known = new WeakMap<Resource, readonly SearchedColumn[]>();

/** The columns by which records of a resource are found; none when it is left out of the search. */
export function searchedColumns(resource: Resource): readonly SearchedColumn[] {
  const columns = known.get(resource) ?? columnsOf(resource);
  known.set(resource, columns);
  return columns;
}

/** The column that names a record to people. */
export function labelColumn(resource: Resource): Column | undefined {
  return shapeOf(resource).byName.get(resource.label)?.column;
}

/** The columns that hold a record's counted number, bare and with its prefix. */
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
  if (label && wordKinds.has(label.field.kind)) found.push({ name: label.name, as: "label" });
  if (numbers) {
    for (const name of [numbers.prefixed, numbers.bare]) found.push({ name, as: "number" });
  }
  for (const { name, field } of shapeOf(resource).columns) {
    const as = foundBy[field.kind];
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

/** The kinds that can name a record in words. */
const wordKinds: ReadonlySet<FieldKind> = new Set([
  ...(["text", "longText", "veryLongText", "markdown", "slug", "email", "url"] as const),
]);

/** The kinds that records are found by wherever they stand. */
const foundBy: Readonly<Partial<Record<FieldKind, "slug" | "email">>> = {
  slug: "slug",
  email: "email",
};
