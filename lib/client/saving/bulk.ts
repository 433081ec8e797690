import { call } from "@/lib/client/http/api";
import { ownRequestId } from "@/lib/client/http/own-requests";
import { explain, isProblem } from "@/lib/client/http/problem";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";

/** A record to be written; with `etag`, only in this version. */
export interface BulkItem {
  readonly id: string;
  readonly etag?: string;
  readonly data?: JsonObject;
  /** Id of the written record if it is an event of the record, not the record itself. */
  readonly written?: string;
}

/** Result for one record. */
export interface Outcome {
  readonly id: string;
  /** New version, if the record was changed. */
  readonly etag?: string | undefined;
  /** Id of the written record if it is not the record itself. */
  readonly written?: string | undefined;
  /** Reason of the failure; undefined on success. */
  readonly problem: string | undefined;
  /** No response arrived, so the write may have succeeded. */
  readonly isUnknown?: boolean;
  /** The request was not sent, or the server started nothing. */
  readonly isUnsent?: boolean;
}

/** A write of many records in chunks. */
export interface BulkWrite {
  readonly resource: Resource;
  /** Type of write. For `create`, an item's `id` names the record that the new one belongs to. */
  readonly writing: "create" | "update" | "delete";
  readonly items: readonly BulkItem[];
  /** Data for every item without its own. */
  readonly data?: JsonObject | undefined;
  /** Receives the number of records tried so far. */
  readonly onProgress: (tried: number) => void;
  /** Called before each chunk; true stops there. */
  readonly isStopped: () => boolean;
}

/**
 * Writes records in chunks, all under one request id, and returns the result of each record that
 * was tried. If no response arrives, the result of that chunk is unknown and no further chunk is
 * sent.
 */
export async function writeMany(write: BulkWrite): Promise<readonly Outcome[]> {
  const { resource, writing, items, data, onProgress, isStopped } = write;
  const requestId = ownRequestId();
  const outcomes: Outcome[] = [];
  for (let at = 0; at < items.length && !isStopped(); at += batchSize) {
    const piece = items.slice(at, at + batchSize);
    try {
      const body = { items: piece.map(sent[writing]), ...(data && { data }) };
      const path = `/api/${resource.path}/bulk-${writing}`;
      const reply = await call<{ data: readonly ItemReply[] }>("POST", path, { body, requestId });
      outcomes.push(...reply.data.data.map((told, place) => outcomeOf(told, piece[place])));
    } catch (error) {
      const isUnknown = isOutcomeUnknown(error);
      const problem = isUnknown ? unknownFor(error) : explain(error);
      const isUnsent = isProblem(error) && error.isUnsent;
      return [...outcomes, ...piece.map(({ id }) => ({ id, problem, isUnknown, isUnsent }))];
    }
    onProgress(outcomes.length);
  }
  return outcomes;
}

/** Returns true if the result is unknown: the server may have started, and sent nothing or a 5xx. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isProblem(error) && !error.isUnsent && (error.status === 0 || error.status >= 500);
}

function unknownFor(error: unknown): string {
  const advice = "The outcome is unknown. Check the record before you try again.";
  return isProblem(error, "offline") ? advice : `${advice} ${explain(error)}`;
}

const batchSize = 100;

/** The API's result for one record. */
interface ItemReply {
  readonly id: string;
  readonly status: number;
  readonly etag?: string;
  readonly detail?: string;
}

/** Request item by type of write. */
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
