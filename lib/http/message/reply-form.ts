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
  /** True if a reply may change while the versions of its records stay. It has no `ETag` then. */
  readonly hasMoreThanRecords?: boolean;
  /** Returns the records of a page, or of a part of one, in this form. */
  readonly records: (records: readonly Row[]) => Promise<readonly Row[]>;
  /** Returns a created record in this form. */
  readonly created: (record: Row, version: number) => Row;
}

/** Returns a read record in a form. If that fails, the memory of a long record is released. */
export async function formedRecord(reply: GetReply | GetText, form: ReplyForm): Promise<GetReply> {
  const { version, ...read } = "text" in reply ? parsed(reply) : reply;
  const [record = read.record] = await form.records([read.record]).catch((error: unknown) => {
    read.end?.();
    throw error;
  });
  const isVersioned = version !== undefined && !form.hasMoreThanRecords;
  return isVersioned ? { version, ...read, record } : { ...read, record };
}

function parsed({ text, version }: GetText): GetReply {
  return { record: JSON.parse(text), ...(version !== undefined && { version }) };
}

/** Returns a page in a form. A page of many records is converted while it is sent. */
export async function formedList(reply: ListReply, form: ReplyForm): Promise<ListReply> {
  const { data, texts, portions, ...head } = reply;
  const records: readonly (Row | string)[] = texts ?? data;
  const convert: Convert = (some) =>
    form.records(some.map((one): Row => (typeof one === "string" ? JSON.parse(one) : one)));
  if (portions) {
    return {
      ...head,
      data: [],
      portions: { ...portions, records: converted(portions.records, convert) },
    };
  }
  if (records.length <= mostAtOnce) return { ...head, data: await convert(records) };
  return {
    ...head,
    data: [],
    portions: { records: converted(groupsOf(records), convert), end: () => undefined },
  };
}

/** Larger pages are converted in groups of as many, and other requests are served in between. */
const mostAtOnce = 100;

type Convert = (records: readonly (Row | string)[]) => Promise<readonly Row[]>;

async function* converted(
  groups: AsyncIterable<readonly (Row | string)[]>,
  convert: Convert,
): AsyncGenerator<readonly Row[]> {
  for await (const group of groups) yield await convert(group);
}

async function* groupsOf<T>(records: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < records.length; from += mostAtOnce) {
    await yieldInTurn();
    yield records.slice(from, from + mostAtOnce);
  }
}
