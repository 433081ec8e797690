import { visibilityOrNone } from "@/lib/operations/access/visibility";
import { mayRead } from "@/lib/operations/summary/open-records";
import type { Context } from "@/lib/operations/transaction/context";
import type { Visibility } from "@/lib/operations/transaction/transaction";
import type { Filter } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { yieldInTurn } from "@/lib/store/concurrency/yield-every";
import type { RangeCount, RangeCountRequest, RangePlace } from "@/lib/store/port/range";
import type { Stretch } from "./period";

/** Records that are read in one turn of the event loop. */
const atOnce = 1_000;

/** Records that are counted in one turn of the event loop. */
const countedAtOnce = 2_000;

/** The records of a project in a stretch of time. */
interface DatedRecords {
  readonly projectId: string;
  readonly column: string;
  readonly stretch: Stretch;
}

/** A query for the records of a stretch. */
export interface Scan extends DatedRecords {
  /** Columns to read besides the date. */
  readonly columns: readonly string[];
}

/** Returns what the caller may read of a resource in a project; undefined for nothing. */
export function readableIn(
  context: Context,
  resource: Resource,
  projectId: string,
): Visibility | undefined {
  return mayRead(context, resource, projectId) ? visibilityOrNone(context, resource) : undefined;
}

/**
 * Passes the records to `use`, oldest first, in portions with other requests between. Throws for a
 * visibility that does not hold all records of a project.
 */
export async function scanRecords(
  context: Context,
  { resource, filter }: Visibility,
  { projectId, column, stretch, columns }: Scan,
  use: (rows: readonly Row[]) => void,
): Promise<void> {
  requireAll(resource, filter);
  for (let from = { date: stretch.start, afterId: "" }; ; ) {
    const rows = await context.store.reader.range(resource, {
      ...{ projectId, column, from, until: stretch.end, limit: atOnce },
      columns: ["_id", column, ...columns],
    });
    use(rows);
    const last = rows.at(-1);
    if (rows.length < atOnce || !last) return;
    from = { date: String(last[column]), afterId: String(last._id) };
    await yieldInTurn();
  }
}

/**
 * Returns the number of records with these ids and without values in the `empty` columns, with other
 * requests between portions. Throws as `scanRecords`.
 */
export async function countDated(
  context: Context,
  { resource, filter }: Visibility,
  { projectId, column, stretch }: DatedRecords,
  values: Pick<RangeCountRequest, "ids" | "empty">,
): Promise<number> {
  requireAll(resource, filter);
  let sum = 0;
  for (let from: RangePlace = { date: stretch.start, afterId: "" }; ; ) {
    const { count, next }: RangeCount = await context.store.reader.countRange(resource, {
      ...{ projectId, column, from, until: stretch.end, limit: countedAtOnce },
      ...values,
    });
    sum += count;
    if (!next) return sum;
    from = next;
    await yieldInTurn();
  }
}

function requireAll(resource: Resource, filter: Filter | undefined): void {
  if (filter) throw new Error(`Not all ${resource.plural} of a project are readable together.`);
}
