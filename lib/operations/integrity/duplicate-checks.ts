import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import type { Check, Inspection } from "./inspection";

const targetsAtOnce = 50;
const mostRead = 5_000;

/** Finds records with the same values in the columns that must be distinct in their resource. */
export function repeatedRecords(inspection: Inspection, resource: Resource): Check[] {
  const { distinct = [] } = resource;
  const [first] = distinct;
  if (first === undefined || !inspection.mayRead(resource)) return [];
  const search = async function* () {
    for await (const values of inspection.distinctIds(resource, first, targetsAtOnce)) {
      const filter = { op: "in", column: first, values } as const;
      const rows = await inspection.findFew(resource, filter, distinct, mostRead);
      yield alike(resource, rows, distinct);
    }
  };
  return [{ kind: "repeatedRecord", column: distinct.at(-1) ?? first, resource, search }];
}

/**
 * Returns the ids of rows that share all these values with another row. Values are compared as in
 * queries, e-mail addresses case-insensitively. A row without one of the values has no duplicate.
 */
function alike(resource: Resource, rows: readonly Row[], columns: readonly string[]): string[] {
  const { byColumn } = shapeOf(resource);
  const isFolded = (column: string) => {
    const field = byColumn.get(column)?.field;
    return field !== undefined && kindOf(field).codec.foldsCase === true;
  };
  const idsByValues = new Map<string, string[]>();
  for (const row of rows) {
    const values = columns.map((column) => {
      const value = row[column] ?? null;
      return isFolded(column) ? value && String(value).toLowerCase() : value;
    });
    if (values.includes(null)) continue;
    const key = JSON.stringify(values);
    idsByValues.set(key, [...(idsByValues.get(key) ?? []), String(row._id)]);
  }
  return [...idsByValues.values()].flatMap((ids) => (ids.length > 1 ? ids : []));
}
