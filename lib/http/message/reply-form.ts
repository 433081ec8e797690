import type { GetReply, GetText } from "@/lib/operations/record/get";
import type { ListReply } from "@/lib/operations/record/list";
import type { Row } from "@/lib/schema/row";
import { yieldInTurn } from "@/lib/store/concurrency/yield-every";

/** The form of the records in a reply to a key with a dialect. */
export interface ReplyForm {
  /** Part of the `ETag`, because another form of a record has other bytes. */
  readonly name: string;
  /** Larger values of `limit` are refused. */
  readonly largestLimit: number;
  /** Returns a record in this form. */
  readonly record: (record: Row) => Row;
  /** Returns a created record in this form. */
  readonly created: (record: Row, version: number) => Row;
}

/** Returns a read record in a form. */
export function formedRecord(reply: GetReply | GetText, form: ReplyForm): GetReply {
  if (!("text" in reply)) return { ...reply, record: form.record(reply.record) };
  const { text, version } = reply;
  return { record: form.record(JSON.parse(text)), ...(version !== undefined && { version }) };
}

/** Returns a page in a form. A page of many records is converted while it is sent. */
export function formedList(reply: ListReply, form: ReplyForm): ListReply {
  const { data, texts, portions, ...head } = reply;
  const records: readonly (Row | string)[] = texts ?? data;
  const convert = (record: Row | string) =>
    form.record(typeof record === "string" ? JSON.parse(record) : record);
  if (portions) {
    return {
      ...head,
      data: [],
      portions: { ...portions, records: converted(portions.records, convert) },
    };
  }
  if (records.length <= mostAtOnce) return { ...head, data: records.map(convert) };
  return {
    ...head,
    data: [],
    portions: { records: converted(groupsOf(records), convert), end: () => undefined },
  };
}

/** Larger pages are converted in groups of as many, and other requests are served in between. */
const mostAtOnce = 100;

async function* converted(
  groups: AsyncIterable<readonly (Row | string)[]>,
  convert: (record: Row | string) => Row,
): AsyncGenerator<readonly Row[]> {
  for await (const group of groups) yield group.map(convert);
}

async function* groupsOf<T>(records: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < records.length; from += mostAtOnce) {
    await yieldInTurn();
    yield records.slice(from, from + mostAtOnce);
  }
}
