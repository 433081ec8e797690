import { type Fault, invalid } from "@/lib/errors";
import { both, queryScope, visibilityOf } from "@/lib/operations/access/visibility";
import { notFound } from "@/lib/operations/rows/read-record";
import { columnsFor, serializeRows } from "@/lib/operations/rows/serialize";
import type { Context } from "@/lib/operations/transaction/context";
import type { JsonValue } from "@/lib/schema/json";
import { readSelect, type Selection } from "@/lib/schema/query/select";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { assertNotTooLong, measure, type Shown, wholePage, wholeRows } from "./long-page";
import { type Release, reserveMemory } from "./reply-memory";

export interface GetReply {
  readonly record: Row;
  /** Absent if the reply holds fields of other records, which have versions of their own. */
  readonly version?: number;
  /** Set for a long record: releases its memory once it is sent. */
  readonly end?: Release;
}

/** Longer records are measured before they are read. */
const mostAtOnce = 1_000_000;

/**
 * Returns one record that the caller may read. Throws 403, 400 with every fault or for a too long
 * record, 404, or 503.
 */
export async function getRecord(
  context: Context,
  resource: Resource,
  id: string,
  select?: JsonValue,
): Promise<GetReply> {
  const visibility = visibilityOf(context, resource);
  const faults: Fault[] = [];
  const selection = readSelect(visibility.resource, select, queryScope(context), faults);
  if (faults.length > 0) throw invalid(faults);
  const byId = { op: "eq", column: "_id", value: id } as const;
  const found = await context.store.reader.findShortened(
    visibility.resource,
    {
      projects: visibility.projects,
      filter: both(visibility.filter, byId) ?? byId,
      columns: columnsFor(selection, ["version"]),
      limit: 1,
    },
    { bytes: mostAtOnce, rows: 1 },
  );
  const { caller, store } = context;
  const shown: Shown = { ...visibility, callerId: caller.id, reader: store.reader, selection };
  const measured = await measure(shown, found);
  const data = await wholePage(shown, measured);
  if (data) return replyOf(resource, id, selection, found[0]?.row, data[0]);
  assertNotTooLong(measured);
  const end = reserveMemory(caller.id, 2 * (measured.lengths[0] ?? 0));
  try {
    const rows = await wholeRows(shown, found, ["version"]);
    const [record] = await serializeRows(shown.reader, rows, selection, measured.related);
    return { ...replyOf(resource, id, selection, rows[0], record), end };
  } catch (error) {
    end();
    throw error;
  }
}

function replyOf(
  resource: Resource,
  id: string,
  { hasNested }: Selection,
  row: Row | undefined,
  record: Row | undefined,
): GetReply {
  if (row === undefined || record === undefined) throw notFound(resource, id);
  return hasNested ? { record } : { record, version: Number(row.version) };
}
