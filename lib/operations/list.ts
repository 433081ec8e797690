import { type Fault, invalid } from "@/lib/errors";
import type { Position } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import { readQuery } from "@/lib/schema/query";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { readSelect } from "@/lib/schema/select";
import { readSort } from "@/lib/schema/sort";
import type { Context } from "./context";
import { cursorColumns, cursorOf, readCursor } from "./cursor";
import { columnsFor, presentRows } from "./present";
import { both, queryScope, readReachFor } from "./reach";

/** A page that is asked for; `limit` and `skip` are already within bounds. */
export interface ListAsk {
  readonly select?: JsonValue;
  readonly query?: JsonValue;
  readonly sort?: JsonValue;
  readonly limit: number;
  readonly skip: number;
  /** From the page before, or "" for the first; `skip` is then ignored. */
  readonly cursor?: string;
  readonly count: "exact" | "none";
}

export interface ListReply {
  /** All records that match, or -1 when not asked for. */
  readonly count: number;
  readonly limit: number;
  readonly skip: number;
  readonly data: readonly Row[];
  /** Only when a cursor was asked for; null on the last page. */
  readonly nextCursor?: string | null;
}

/** One page of the records the caller may read. Throws 403, 400 with every fault, or 400 when too expensive. */
export async function listRecords(
  context: Context,
  resource: Resource,
  ask: ListAsk,
): Promise<ListReply> {
  const reach = await readReachFor(context, resource, ask.query);
  const scope = queryScope(context);
  const faults: Fault[] = [];
  const selection = readSelect(reach.resource, ask.select, scope, faults);
  const filter = both(reach.filter, readQuery(reach.resource, ask.query, scope, faults));
  const sort = readSort(reach.resource, ask.sort, faults);
  const after = ask.cursor ? readCursor(reach.resource, sort, ask.cursor, faults) : undefined;
  if (faults.length > 0) throw invalid(faults);

  const { reader } = context.store;
  const paged = ask.cursor !== undefined;
  const where = { projects: reach.projects, ...(filter && { filter }) };
  const found = await reader.find(reach.resource, {
    ...where,
    columns: columnsFor(selection, paged ? cursorColumns(sort) : []),
    sort,
    limit: paged ? ask.limit + 1 : ask.limit,
    ...pageStart(ask, after),
  });
  const rows = paged ? found.slice(0, ask.limit) : found;
  const last = rows.at(-1);
  return {
    count: ask.count === "none" ? -1 : await reader.count(reach.resource, where),
    limit: ask.limit,
    skip: paged ? 0 : ask.skip,
    data: await presentRows(reader, rows, selection),
    ...(paged && { nextCursor: last && found.length > ask.limit ? cursorOf(sort, last) : null }),
  };
}

function pageStart(ask: ListAsk, after: Position | undefined) {
  if (ask.cursor === undefined) return { skip: ask.skip };
  return after ? { after } : {};
}
