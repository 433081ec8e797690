import { callerScope } from "@/lib/auth/grants/caller-scope";
import { type Fault, invalid } from "@/lib/errors";
import { queryScope, visibilityOf } from "@/lib/operations/access/visibility";
import { notFound } from "@/lib/operations/rows/read-record";
import { columnsFor, keptSelection, serializeRows } from "@/lib/operations/rows/serialize";
import type { Context } from "@/lib/operations/transaction/context";
import type { JsonValue } from "@/lib/schema/json";
import { readSelect, type Selection } from "@/lib/schema/query/select";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { JsonRow } from "@/lib/store/port/prepared";
import {
  assertNotTooLong,
  type Measured,
  measure,
  type Shown,
  wholePage,
  wholeRows,
} from "./long-page";
import { prepareTexts } from "./read-page";
import { type Release, reserveMemory } from "./reply-memory";

export interface GetReply {
  readonly record: Row;
  /** Absent if the reply holds values that change without it, such as fields of other records. */
  readonly version?: number;
  /** Set for a long record: releases its memory once it is sent. */
  readonly end?: Release;
}

/** One record as JSON text. */
export interface GetText {
  readonly text: string;
  /** Absent as above. */
  readonly version?: number;
}

/** A checked request for one record, which may be read any number of times. */
export interface PreparedGet {
  /** Names of the fields in each reply, in order. */
  readonly fields: readonly string[];
  /** Returns the record of an id. Throws 404, 400 for a too long record, or 503. */
  read(id: string): Promise<GetReply | GetText>;
}

const versionAlone = ["version"];

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
  const reply = await prepareGet(context, resource, select).read(id);
  if (!("text" in reply)) return reply;
  const { text, version } = reply;
  return { record: JSON.parse(text), ...(version !== undefined && { version }) };
}

/**
 * Prepares the same for records of any id: throws 403 and 400 with every fault. The result may be
 * called while the caller has the same rights; it holds nothing of the request.
 */
export function prepareGet(
  context: Context,
  resource: Resource,
  select: JsonValue | undefined,
): PreparedGet {
  const visibility = visibilityOf(context, resource);
  const faults: Fault[] = [];
  const asked = readSelect(visibility.resource, select, queryScope(context), faults);
  if (faults.length > 0) throw invalid(faults);
  const selection = keptSelection(visibility.resource, asked);
  const { caller, store } = context;
  const shown: Shown = {
    callerScope: callerScope(caller),
    reader: store.reader,
    selection,
    ...visibility,
  };
  const ask = {
    projects: visibility.projects,
    ...(visibility.filter && { filter: visibility.filter }),
    columns: columnsFor(selection, ["version"]),
    limit: 1,
  };
  const most = { bytes: mostAtOnce, rows: 1 };
  const texts = prepareTexts(shown, ask, versionAlone, most);
  const one = store.reader.prepare(visibility.resource, ask, most);
  const fields = selection.fields.map(({ name }) => name);
  const read = async (id: string) => {
    const rows = await texts(id);
    if (rows && rows !== "slow") return textOf(resource, id, selection, rows[0]);
    const found = await one.rows(id, rows === "slow");
    const measured = await measure(shown, found);
    const data = await wholePage(shown, measured);
    if (data) return replyOf(resource, id, selection, found[0]?.row, data[0]);
    return await longReply(shown, resource, id, measured);
  };
  return { fields, read };
}

function textOf(
  resource: Resource,
  id: string,
  { isVersionless }: Selection,
  found: JsonRow | undefined,
): GetText {
  if (!found) throw notFound(resource, id);
  const { text, row } = found;
  return isVersionless ? { text } : { text, version: Number(row.version) };
}

async function longReply(
  shown: Shown,
  resource: Resource,
  id: string,
  measured: Measured,
): Promise<GetReply> {
  assertNotTooLong(measured);
  const { reader, selection } = shown;
  const end = reserveMemory(shown.callerScope, 2 * (measured.lengths[0] ?? 0));
  try {
    const rows = await wholeRows(shown, measured.rows, ["version"]);
    const [record] = await serializeRows(reader, rows, selection, measured.related);
    return { ...replyOf(resource, id, selection, rows[0], record), end };
  } catch (error) {
    end();
    throw error;
  }
}

function replyOf(
  resource: Resource,
  id: string,
  { isVersionless }: Selection,
  row: Row | undefined,
  record: Row | undefined,
): GetReply {
  if (row === undefined || record === undefined) throw notFound(resource, id);
  return isVersionless ? { record } : { record, version: Number(row.version) };
}
