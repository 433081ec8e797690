import { call } from "@/lib/client/http/api";
import { explain, isProblem } from "@/lib/client/http/problem";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** A record as it was when the set it belongs to was counted. */
export interface RecordSnapshot {
  readonly record: Row;
  readonly etag: string;
}

/** A record to be acted on; with `etag`, only while it has this version. */
export interface BulkItem {
  readonly id: string;
  readonly etag?: string;
  readonly data?: JsonObject;
  /** The id of what is written, where that is not the record itself but an event of it. */
  readonly written?: string;
}

/** What became of one record. */
export interface Outcome {
  readonly id: string;
  /** The version it has now, where it was changed. */
  readonly etag?: string | undefined;
  /** What was written for it, where that is not the record itself. */
  readonly written?: string | undefined;
  /** Why it was left as it was; undefined when it was done. */
  readonly problem: string | undefined;
  /** No answer came: it may have been done all the same. */
  readonly isUnknown?: boolean;
}

/** All records that match, with what is selected of each, as they are at one moment; at most 10,000. */
export async function snapshotRecords(
  resource: Resource,
  query: JsonObject,
  select: JsonObject = { _id: true },
): Promise<readonly RecordSnapshot[]> {
  const path = `/api/${resource.path}/versions`;
  const body = { query, select };
  return (await call<{ data: readonly RecordSnapshot[] }>("POST", path, { body })).data.data;
}

/** The query for exactly these records; the API compares with at most 500 values at once. */
export function withIds(ids: readonly string[]): JsonObject {
  const groups: JsonObject[] = [];
  for (let at = 0; at < ids.length; at += 500) {
    groups.push({ _id: { _type: "Includes", value: ids.slice(at, at + 500) } });
  }
  return { _or: groups };
}

/** A write of many records, asked for in pieces. */
export interface BulkWrite {
  readonly resource: Resource;
  /** Of what; what is created has a record it is for, which `items` name. */
  readonly writing: "create" | "update" | "delete";
  readonly items: readonly BulkItem[];
  /** For every item that has none of its own. */
  readonly data?: JsonObject | undefined;
  /** Told how many records have been tried. */
  readonly onProgress: (tried: number) => void;
  /** Asked before each piece: true ends it there. */
  readonly isStopped: () => boolean;
}

/**
 * Writes records piece by piece, all under one name in the request log, and answers what became of each that was
 * tried. When no answer comes, it is not known what became of that piece, and nothing more is tried.
 */
export async function writeMany(write: BulkWrite): Promise<readonly Outcome[]> {
  const { resource, writing, items, data, onProgress, isStopped } = write;
  const requestId = crypto.randomUUID();
  const outcomes: Outcome[] = [];
  for (let at = 0; at < items.length && !isStopped(); at += batchSize) {
    const piece = items.slice(at, at + batchSize);
    const wasOnline = navigator.onLine;
    try {
      const body = { items: piece.map(sent[writing]), ...(data && { data }) };
      const path = `/api/${resource.path}/bulk-${writing}`;
      const reply = await call<{ data: readonly ItemReply[] }>("POST", path, { body, requestId });
      outcomes.push(...reply.data.data.map((told, place) => outcomeOf(told, piece[place])));
    } catch (error) {
      const isUnknown = wasOnline && isOutcomeUnknown(error);
      const problem = isUnknown ? unknownFor(error) : explain(error);
      return [...outcomes, ...piece.map(({ id }) => ({ id, problem, isUnknown }))];
    }
    onProgress(outcomes.length);
  }
  return outcomes;
}

/** Whether nothing tells if what was asked for was done: no answer came, or one that says that it went wrong. */
function isOutcomeUnknown(error: unknown): boolean {
  return isProblem(error) && (error.status === 0 || error.status >= 500);
}

function unknownFor(error: unknown): string {
  const advice = "It is not known whether this was done. Look at it before you try again.";
  return isProblem(error, "offline") ? advice : `${advice} ${explain(error)}`;
}

const batchSize = 100;

/** What the API says of one record. */
interface ItemReply {
  readonly id: string;
  readonly status: number;
  readonly etag?: string;
  readonly detail?: string;
}

/** What the API is told of an item. */
const sent: Readonly<Record<BulkWrite["writing"], (item: BulkItem) => JsonObject>> = {
  create: ({ data = {} }) => ({ data }),
  update: ({ id, written = id, etag, data }) => ({
    ...{ id: written, ...(etag && { etag }) },
    ...(data && { data }),
  }),
  delete: ({ id, written = id, etag }) => ({ id: written, ...(etag && { etag }) }),
};

function outcomeOf({ id: written, status, etag, detail }: ItemReply, item?: BulkItem): Outcome {
  const id = item?.id ?? written;
  return status === 200 ? { id, written, etag, problem: undefined } : { id, problem: detail };
}
