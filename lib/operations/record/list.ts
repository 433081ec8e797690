import { callerScope } from "@/lib/auth/grants/caller-scope";
import { type Fault, invalid } from "@/lib/errors";
import { type RecordQuery, readRecordQuery } from "@/lib/operations/access/record-query";
import { visibilityFor } from "@/lib/operations/access/visibility";
import { columnsFor, serializeRows } from "@/lib/operations/rows/serialize";
import type { Context } from "@/lib/operations/transaction/context";
import type { Position, SortKey } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { JsonRow } from "@/lib/store/port/prepared";
import type { ShortenedRow } from "@/lib/store/port/shortened-row";
import { cursorColumns, cursorOf, readCursor } from "./cursor";
import {
  assertNotTooLong,
  howManyFit,
  type Measured,
  measure,
  type Portions,
  portionsOf,
  type Shown,
  sortedBy,
  wholePage,
} from "./long-page";
import { type PageRequest, preparePage, prepareTexts } from "./read-page";
import { withSortHint } from "./sort-refusal";

/** A page request; `limit` and `skip` are already within bounds. */
export interface ListRequest extends RecordQuery {
  readonly limit: number;
  readonly skip: number;
  /** Cursor from the previous page, or "" for the first; `skip` is then ignored. */
  readonly cursor?: string;
  readonly count: "exact" | "none";
  /** Returns null for long values and counts nothing, for a preview of the first records. */
  readonly leavesOutLong?: true;
}

export interface ListReply {
  /** Number of all matching records, or -1 if not requested. */
  readonly count: number;
  readonly limit: number;
  readonly skip: number;
  /** Empty if the records come in portions or as texts. */
  readonly data: readonly Row[];
  /** The records as JSON. */
  readonly texts?: readonly string[];
  /** Absent unless the page is long. */
  readonly portions?: Portions;
  /** Present only with a cursor in the request; null on the last page. */
  readonly nextCursor?: string | null;
  /** True if more records follow this page. */
  readonly hasMore: boolean;
}

const noColumns: readonly string[] = [];

/** Maximum length of a page with a cursor, in bytes. One record may exceed it. */
const mostInPage = 8_000_000;
/** Maximum length of the long values in a preview, in bytes. */
const mostOfLook = 200_000;

/**
 * Returns one page of the records that the caller may read. Throws 403, 400 with every fault, 400
 * if too expensive or too long, or 503 if other long replies leave no memory.
 */
export async function listRecords(
  context: Context,
  resource: Resource,
  ask: ListRequest,
): Promise<ListReply> {
  const { texts, ...reply } = await (await prepareList(context, resource, ask))();
  return texts ? { ...reply, data: texts.map((text): Row => JSON.parse(text)) } : reply;
}

/**
 * Prepares the same: throws 403 and 400 with every fault. The result may be called while the caller
 * has the same rights; it holds nothing of the request.
 */
export async function prepareList(
  context: Context,
  resource: Resource,
  ask: ListRequest,
): Promise<() => Promise<ListReply>> {
  const visibility = await visibilityFor(context, resource, ask.query);
  const faults: Fault[] = [];
  const { selection, filter, sort } = readRecordQuery(context, visibility, ask, faults);
  const after = ask.cursor ? readCursor(visibility.resource, sort, ask.cursor, faults) : undefined;
  if (faults.length > 0) throw invalid(faults);

  const { reader } = context.store;
  const { projects } = visibility;
  const where = { projects, ...(filter && { filter }) };
  // Without a count, one record more tells whether others follow.
  const isCounted = ask.cursor === undefined && ask.count === "exact";
  const limit = isCounted || ask.leavesOutLong ? ask.limit : ask.limit + 1;
  const columns = columnsFor(selection, ask.cursor === undefined ? [] : cursorColumns(sort));
  const shown: Shown = {
    callerScope: callerScope(context.caller),
    reader,
    selection,
    ...visibility,
  };
  const page = { columns, sort, limit, ...where, ...pageStart(ask, after) };
  if (ask.leavesOutLong) return () => preview(shown, page, ask);
  const read = preparePage(shown, page);
  const matches = ask.count === "none" ? undefined : reader.prepareCount(shown.resource, where);
  const besides = ask.cursor === undefined ? noColumns : cursorColumns(sort);
  const texts = prepareTexts(shown, page, besides);
  return async () => {
    const rows = await withSortHint(shown.resource, sort, texts);
    const isText = rows !== undefined && rows !== "slow";
    const inRows = () => read(rows === "slow");
    const found = isText ? [] : await withSortHint(shown.resource, sort, inRows);
    const count = matches ? await matches.count() : -1;
    const skip = ask.cursor === undefined ? ask.skip : 0;
    const records = isText ? textsOf(sort, ask, rows) : await recordsOf(shown, sort, ask, found);
    const hasMore = isCounted ? ask.skip + limit < count : records.hasMore;
    return { count, limit: ask.limit, skip, ...records, hasMore };
  };
}

async function preview(
  { reader, resource, selection }: Shown,
  page: PageRequest,
  { skip }: ListRequest,
): Promise<ListReply> {
  const { limit } = page;
  const found = await reader.findShortened(resource, page, { bytes: mostOfLook, rows: limit });
  const rows = found.map(({ row }) => row);
  const data = await serializeRows(reader, rows, selection);
  return { count: -1, limit, skip, data, hasMore: false };
}

type Records = Pick<ListReply, "data" | "texts" | "portions" | "nextCursor" | "hasMore">;

/** Returns the texts of a page, which is short. */
function textsOf(
  sort: readonly SortKey[],
  { cursor, limit }: ListRequest,
  rows: readonly JsonRow[],
): Records {
  const texts = rows.slice(0, limit).map(({ text }) => text);
  const hasMore = rows.length > limit;
  if (cursor === undefined) return { data: [], texts, hasMore };
  const last = hasMore ? rows[limit - 1] : undefined;
  return { data: [], texts, hasMore, nextCursor: last ? cursorOf(sort, last.row) : null };
}

/** Returns the records of a page, or portions that are read while they are sent. */
async function recordsOf(
  shown: Shown,
  sort: readonly SortKey[],
  { cursor, limit }: ListRequest,
  found: readonly ShortenedRow[],
): Promise<Records> {
  const measured = await measure(shown, found);
  const most = cursor === undefined ? limit : Math.max(1, howManyFit(measured, mostInPage));
  const page = firstOf(measured, Math.min(limit, most));
  assertNotTooLong(page);
  const last = page.rows.length < found.length ? page.rows.at(-1) : undefined;
  const hasMore = last !== undefined;
  const nextCursor = async () => (last ? cursorOf(sort, await sortedBy(shown, sort, last)) : null);
  const next = cursor === undefined ? { hasMore } : { hasMore, nextCursor: await nextCursor() };
  const data = await wholePage(shown, page);
  return { data: data ?? [], ...(!data && { portions: portionsOf(shown, page) }), ...next };
}

function firstOf(measured: Measured, most: number): Measured {
  const { rows, lengths } = measured;
  return { ...measured, rows: rows.slice(0, most), lengths: lengths.slice(0, most) };
}

function pageStart(ask: ListRequest, after: Position | undefined) {
  if (ask.cursor === undefined) return { skip: ask.skip };
  return after ? { after } : {};
}
