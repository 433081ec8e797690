import type { Filter } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import type { Finding } from "./finding";
import { type Inspection, mostShown } from "./inspection";
import { TimeLimitExceeded } from "./time-limit";

const listsAtOnce = 20;
/** Maximum length of a list. Lists are ordered by hand, so longer ones do not occur. */
const mostRead = 5_000;

/**
 * Finds records of ordered lists whose positions are not 1, 2, 3 and so on: after a gap, or at the
 * position of another record.
 */
export async function unorderedLists(
  inspection: Inspection,
  resource: Resource,
): Promise<Finding[]> {
  const lists = shapeOf(resource).columns.filter(({ field }) => field.ordersWithin !== undefined);
  if (lists.length === 0 || !inspection.mayRead(resource)) return [];
  const found: Finding[] = [];
  for (const { name, field } of lists) {
    const within = field.ordersWithin ?? "projectId";
    const about = { kind: "unorderedList", column: name, resource, by: "_id" } as const;
    found.push(
      await inspection.finding(about, async (misplaced) => {
        for await (const rows of listsOf(inspection, resource, name, within)) {
          for (const id of outOfOrder(rows, name, within)) misplaced.add(id);
          if (misplaced.size > mostShown) return;
        }
      }),
    );
  }
  return found;
}

async function* listsOf(
  inspection: Inspection,
  resource: Resource,
  place: string,
  within: string,
): AsyncGenerator<readonly Row[]> {
  const columns = [place, within];
  if (within === "projectId") {
    yield await fewRows(inspection, resource, undefined, columns);
    return;
  }
  for await (const values of inspection.distinctIds(resource, within, listsAtOnce)) {
    yield await fewRows(inspection, resource, { op: "in", column: within, values }, columns);
  }
}

/** Returns the rows of whole lists. Throws `TimeLimitExceeded` for more than `mostRead`. */
async function fewRows(
  inspection: Inspection,
  resource: Resource,
  filter: Filter | undefined,
  columns: readonly string[],
): Promise<readonly Row[]> {
  const rows = await inspection.find(resource, filter, columns, mostRead + 1);
  if (rows.length > mostRead) throw new TimeLimitExceeded();
  return rows;
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
export async function repeatedNumbers(
  inspection: Inspection,
  resource: Resource,
): Promise<Finding[]> {
  const counted = shapeOf(resource).columns.filter(({ field }) => field.counts !== undefined);
  if (counted.length === 0 || !inspection.mayRead(resource)) return [];
  const found: Finding[] = [];
  for (const { name } of counted) {
    const about = { kind: "repeatedNumber", column: name, resource, by: "_id" } as const;
    found.push(
      await inspection.finding(about, (repeated) =>
        gatherRepeated(inspection, resource, name, repeated),
      ),
    );
  }
  return found;
}

async function gatherRepeated(
  inspection: Inspection,
  resource: Resource,
  column: string,
  repeated: Set<string>,
): Promise<void> {
  // The condition starts the index scan at the number. A position alone would scan from the first
  // row.
  const filter = (last: Row | undefined) =>
    ({ op: "gte", column, value: Number(last?.[column] ?? 1) }) as const;
  const sort = { column, direction: "asc" } as const;
  let before: Row | undefined;
  for await (const rows of inspection.pages(resource, { filter, columns: [], sort })) {
    for (const row of rows) {
      if (before?.[column] === row[column]) repeated.add(String(before?._id)).add(String(row._id));
      before = row;
    }
    if (repeated.size > mostShown) return;
  }
}
