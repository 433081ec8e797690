import { both, visibilityOrNone } from "@/lib/operations/access/visibility";
import { mayRead } from "@/lib/operations/summary/open-records";
import type { Context } from "@/lib/operations/transaction/context";
import type { Visibility } from "@/lib/operations/transaction/transaction";
import type { Filter, Position } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { yieldInTurn } from "@/lib/store/concurrency/yield-every";
import type { Stretch } from "./period";

/** Records that are read in one turn of the event loop. */
const atOnce = 2_000;

/** The records of a project in a stretch of time. */
export interface Scan {
  readonly projectId: string;
  readonly column: string;
  readonly stretch: Stretch;
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

/** Passes the readable records to `use`, oldest first, in portions with other requests between. */
export async function scanRecords(
  context: Context,
  visibility: Visibility,
  { projectId, column, stretch, columns }: Scan,
  use: (rows: readonly Row[]) => Promise<void> | void,
): Promise<void> {
  // The index is entered at the last date read, not at the beginning of the stretch.
  let { start } = stretch;
  for (let after: Position | undefined; ; ) {
    const within: Filter = {
      op: "and",
      filters: [
        { op: "gte", column, value: start },
        { op: "lt", column, value: stretch.end },
      ],
    };
    const rows = await context.store.reader.find(visibility.resource, {
      projects: [projectId],
      filter: both(visibility.filter, within) ?? within,
      columns: ["_id", column, ...columns],
      sort: [{ column, direction: "asc" }],
      limit: atOnce,
      ...(after && { after }),
    });
    await use(rows);
    const last = rows.at(-1);
    if (rows.length < atOnce || !last) return;
    start = String(last[column]);
    after = { values: [start], id: String(last._id) };
    await yieldInTurn();
  }
}
