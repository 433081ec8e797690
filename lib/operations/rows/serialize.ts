import type { JsonValue } from "@/lib/schema/json";
import type { NestedSelection, SelectedField, Selection } from "@/lib/schema/query/select";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";
import { Lru } from "@/lib/store/statement/lru";
import { type Related, relatedRows } from "./related";

const columnsBySelection = new WeakMap<Selection, Lru<readonly string[]>>();
/** Minimum number of column lists cached per selection, because all possible sorts are too many. */
const leastLists = 50;

const keptByFields = new WeakMap<Resource, Lru<Selection>>();
/** Minimum number of selections kept for a resource. */
const leastSelections = 100;

/**
 * Returns a selection of the same fields that serves every request for them, so that what follows
 * from it is worked out once. Fields of related records depend on the caller.
 */
export function keptSelection(resource: Resource, selection: Selection): Selection {
  if (selection.isKept || selection.hasNested) return selection;
  const kept = keptByFields.get(resource) ?? new Lru<Selection>(leastSelections);
  keptByFields.set(resource, kept);
  const key = selection.fields
    .map(({ name, isPresence }) => (isPresence ? `${name}?` : name))
    .join();
  const known = kept.get(key);
  if (known) return known;
  const { fields, hasNested, isVersionless } = selection;
  const own = { fields, hasNested, isVersionless, isKept: true } satisfies Record<
    keyof Selection,
    unknown
  >;
  kept.set(key, own);
  return own;
}

/** Returns the columns to read for a selection, followed by `extra` ones. */
export function columnsFor(selection: Selection, extra: readonly string[]): readonly string[] {
  if (!selection.isKept) return withExtra(selection, extra);
  const lists = columnsBySelection.get(selection) ?? new Lru<readonly string[]>(leastLists);
  columnsBySelection.set(selection, lists);
  const key = extra.join();
  const columns = lists.get(key) ?? withExtra(selection, extra);
  lists.set(key, columns);
  return columns;
}

function withExtra({ fields, hasNested }: Selection, extra: readonly string[]): readonly string[] {
  const nesting = hasNested ? ["projectId"] : [];
  return [...new Set([...readable(fields), ...nesting, ...extra])];
}

/** Returns the columns of fields, without write-only ones. */
function readable(fields: readonly SelectedField[]): string[] {
  return fields.flatMap((field) => (field.isUnreadable ? [] : [field.column]));
}

/**
 * Returns serialized rows: exactly the selected names, with the fields of related records. Related
 * records are read unless `known`.
 */
export async function serializeRows(
  reader: Reader,
  rows: readonly Row[],
  selection: Selection,
  known?: Related,
): Promise<readonly Row[]> {
  const first = rows[0];
  if (first === undefined) return rows;
  const asStored = selection.fields.every(
    ({ name, column, nested, isUnreadable, isPresence }) =>
      name === column && !nested && !isUnreadable && !isPresence,
  );
  if (asStored && Object.keys(first).length === selection.fields.length) return rows;
  const related = known ?? (await relatedRows(reader, rows, selection));
  return rows.map((row) => presentRow(row, selection, related));
}

function presentRow(row: Row, { fields }: Selection, related: Related): Row {
  const answer: { [name: string]: JsonValue } = {};
  for (const field of fields) {
    const value = answerOf(row, field);
    const found = related.get(field);
    answer[field.name] = field.nested && found ? embed(row, value, field.nested, found) : value;
  }
  return answer;
}

function answerOf(row: Row, { column, isUnreadable, isPresence }: SelectedField): JsonValue {
  const stored = row[column] ?? null;
  if (isPresence) return stored !== null;
  return isUnreadable ? null : stored;
}

function embed(
  row: Row,
  value: JsonValue,
  nested: NestedSelection,
  found: ReadonlyMap<string, Row>,
): JsonValue {
  const one = (id: JsonValue): Row | null => {
    const target = found.get(String(id));
    if (target === undefined || !isOfSameProject(row, target, nested)) return null;
    const fields = nested.columns.map(({ name, column }) => [name, target[column] ?? null]);
    return Object.fromEntries([["_id", target._id ?? null], ...fields]);
  };
  if (!nested.isList) return one(value);
  return Array.isArray(value) ? value.map(one).filter((item) => item !== null) : [];
}

/** Users belong to no single project. All other related records must be of the row's project. */
function isOfSameProject(row: Row, target: Row, { resource }: NestedSelection): boolean {
  return resource.scope === "people" || target.projectId === row.projectId;
}
