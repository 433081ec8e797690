import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import type { Check, Inspection } from "./inspection";

const listsAtOnce = 20;
/** Maximum length of a list. Lists are ordered by hand, so longer ones do not occur. */
const mostRead = 5_000;

/**
 * Finds records of ordered lists whose positions are not 1, 2, 3 and so on: after a gap, or at the
 * position of another record.
 */
export function unorderedLists(inspection: Inspection, resource: Resource): Check[] {
  const lists = shapeOf(resource).columns.filter(({ field }) => field.ordersWithin !== undefined);
  if (lists.length === 0 || !inspection.mayRead(resource)) return [];
  return lists.map(({ name, field: { ordersWithin: within = "projectId" } }) => ({
    ...{ kind: "unorderedList", column: name, resource },
    search: async function* () {
      for await (const rows of listsOf(inspection, resource, name, within)) {
        yield outOfOrder(rows, name, within);
      }
    },
  }));
}

async function* listsOf(
  inspection: Inspection,
  resource: Resource,
  place: string,
  within: string,
): AsyncGenerator<readonly Row[]> {
  const columns = [place, within];
  if (within === "projectId") {
    yield await inspection.findFew(resource, undefined, columns, mostRead);
    return;
  }
  for await (const values of inspection.distinctIds(resource, within, listsAtOnce)) {
    const filter = { op: "in", column: within, values } as const;
    yield await inspection.findFew(resource, filter, columns, mostRead);
  }
}

function outOfOrder(rows: readonly Row[], place: string, within: string): string[] {
  const lists = new Map<unknown, Row[]>();
  for (const row of rows) {
    if (typeof row[place] !== "number") continue;
    const list = lists.get(row[within]);
    if (list) list.push(row);
    else lists.set(row[within], [row]);
  }
  return [...lists.values()].flatMap((list) =>
    list
      .sort((one, other) => Number(one[place]) - Number(other[place]))
      .flatMap((row, index) => (row[place] === index + 1 ? [] : [String(row._id)])),
  );
}

/** Finds records that share a counted number within the project. Sent numbers may be duplicates. */
export function repeatedNumbers(inspection: Inspection, resource: Resource): Check[] {
  const counted = shapeOf(resource).columns.filter(({ field }) => field.counts !== undefined);
  if (counted.length === 0 || !inspection.mayRead(resource)) return [];
  return counted.map(({ name }) => ({
    ...{ kind: "repeatedNumber", column: name, resource },
    search: () => repeatedIn(inspection, resource, name),
  }));
}

async function* repeatedIn(
  inspection: Inspection,
  resource: Resource,
  column: string,
): AsyncGenerator<readonly string[]> {
  // The condition starts the index scan at the number. A position alone would scan from the first
  // row.
  const filter = (last: Row | undefined) =>
    ({ op: "gte", column, value: Number(last?.[column] ?? 1) }) as const;
  const sort = { column, direction: "asc" } as const;
  let before: Row | undefined;
  for await (const rows of inspection.pages(resource, { filter, columns: [], sort })) {
    const repeated: string[] = [];
    for (const row of rows) {
      if (before?.[column] === row[column]) repeated.push(String(before?._id), String(row._id));
      before = row;
    }
    yield repeated;
  }
}
