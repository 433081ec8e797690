import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import type { Finding } from "./finding";
import { type Inspection, mostShown } from "./inspection";
import { TimeLimitExceeded } from "./time-limit";

const targetsAtOnce = 50;
const mostRead = 5_000;

/** Finds records with the same values in the columns that must be distinct in their resource. */
export async function repeatedRecords(
  inspection: Inspection,
  resource: Resource,
): Promise<Finding[]> {
  const [first, ...others] = resource.distinct ?? [];
  if (first === undefined || !inspection.mayRead(resource)) return [];
  const column = others.at(-1) ?? first;
  const about = { kind: "repeatedRecord", column, resource, by: "_id" } as const;
  const finding = await inspection.finding(about, async (repeated) => {
    for await (const values of inspection.distinctIds(resource, first, targetsAtOnce)) {
      const filter = { op: "in", column: first, values } as const;
      const rows = await inspection.find(resource, filter, [first, ...others], mostRead + 1);
      if (rows.length > mostRead) throw new TimeLimitExceeded();
      for (const id of alike(resource, rows, [first, ...others])) repeated.add(id);
      if (repeated.size > mostShown) return;
    }
  });
  return [finding];
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
