import { AppError } from "@/lib/errors";
import type { ListReply } from "@/lib/operations/record/list";
import type { Row } from "@/lib/schema/row";
import { withEndCallback } from "@/lib/store/concurrency/end-callback";
import { recordText } from "./long-json";
import type { ApiResponse } from "./request-response";

/**
 * Returns a 200 with a JSON body, the status of every success (reference, "Endpoints"). Throws
 * `query_too_expensive` beyond the longest possible string, about 500 million characters.
 */
export function jsonReply(
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  return textReply(textOf(value), headers);
}

/** Returns a 200 with a JSON text. */
export function textReply(body: string, headers: Readonly<Record<string, string>>): ApiResponse {
  return {
    status: 200,
    headers: { "Content-Type": "application/json; charset=utf-8", ...headers },
    body,
  };
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    if (!(cause instanceof RangeError && /string length/i.test(cause.message))) throw cause;
    const detail = "The answer would be too long. Select fewer fields, or lower the limit.";
    throw new AppError("query_too_expensive", detail);
  }
}

/** Returns a page: `count`, `limit`, `skip`, `data` in this order; `nextCursor` if any. */
export function listReply(
  { count, limit, skip, data, texts, nextCursor, portions }: ListReply,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  const next = nextCursor === undefined ? {} : { nextCursor };
  if (!texts && !portions) return jsonReply({ count, limit, skip, data, ...next }, headers);
  const begin = `${JSON.stringify({ count, limit, skip }).slice(0, -1)},"data":[`;
  const tail = JSON.stringify(next).slice(1);
  const end = tail === "}" ? "]}" : `],${tail}`;
  if (!portions) return textReply(begin + (texts ?? []).join() + end, headers);
  return longReply(listText(begin, portions.records, end), portions.end, headers);
}

async function* listText(
  begin: string,
  portions: AsyncGenerator<readonly Row[]>,
  end: string,
): AsyncGenerator<string> {
  let before = begin;
  for await (const records of portions) {
    for (const record of records) {
      yield* recordText(record, before);
      before = ",";
    }
  }
  yield before === begin ? begin + end : end;
}

/** Returns one long record. Calls `end` when it was sent or its reader has disconnected. */
export function longRecordReply(
  record: Row,
  headers: Readonly<Record<string, string>>,
  end: () => void = nothing,
): ApiResponse {
  return longReply(recordText(record), end, headers);
}

/** Returns long records as `data`. Calls `end` when sent, or when the reader has disconnected. */
export function longDataReply(items: Iterable<Row>, end: () => void): ApiResponse {
  return longReply(dataText(items), end);
}

async function* dataText(items: Iterable<Row>): AsyncGenerator<string> {
  let before = '{"data":[';
  for (const item of items) {
    yield* recordText(item, before);
    before = ",";
  }
  yield "]}";
}

/** The outcome of one item of a bulk write. */
export interface Outcome {
  readonly id: string | null;
  readonly status: number;
  readonly record?: Row;
}

/** Returns the outcomes of a bulk write whose records may be long. */
export function longOutcomesReply(
  done: number,
  refused: number,
  data: readonly Outcome[],
): ApiResponse {
  return longReply(outcomesText(`{"done":${done},"refused":${refused},"data":[`, data), nothing);
}

const nothing = () => undefined;

async function* outcomesText(begin: string, data: readonly Outcome[]): AsyncGenerator<string> {
  let before = begin;
  for (const { record, ...outcome } of data) {
    const text = before + JSON.stringify(outcome);
    if (record) {
      yield* recordText(record, `${text.slice(0, -1)},"record":`);
      before = "},";
    } else {
      yield text;
      before = ",";
    }
  }
  yield before === "}," ? "}]}" : "]}";
}

/** Returns a 200 with streamed JSON. */
function longReply(
  pieces: AsyncGenerator<string>,
  end: () => void,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  return { ...jsonReply("", headers), body: "", stream: withEndCallback(pieces, end) };
}

/** Returns a response without a body. */
export function emptyReply(
  status: 204 | 304,
  headers: Readonly<Record<string, string>>,
): ApiResponse {
  return { status, headers, body: "" };
}
