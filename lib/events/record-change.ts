import { changeLog } from "@/lib/resources/system/change-log";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";
import type { Batch, Change, LastEntry } from "./change";

const kept = [
  ...(["_id", "sequence", "projectId", "resource", "recordId", "operation"] as const),
  ...(["actorType", "actorId", "requestId"] as const),
] as const;
type Kept = (typeof kept)[number];

/** A change of a record without its values. */
export type RecordChange = Pick<Change, Kept> & {
  /** Names of the changed fields of an update. */
  readonly fields: readonly string[];
};

const none: ReadonlyMap<number, readonly string[]> = new Map();

/** Thrown if the log no longer has an entry that was read: a failover has lost commits. */
export class LostEntries extends Error {}

/**
 * Reads up to `limit` changes after a number, in order, as `changesAfter` does. Returns undefined
 * when there is none. Performance: the values of new and deleted records are not read.
 */
export async function recordChangesAfter(
  reader: Reader,
  sequence: number,
  limit: number,
): Promise<Batch<RecordChange> | undefined> {
  return withFields(reader, sequence, await entriesAfter(reader, sequence, limit));
}

/** Reads as `recordChangesAfter` does. Throws `LostEntries` if the log lacks the last entry read. */
export async function recordChangesSince(
  reader: Reader,
  last: LastEntry,
  limit: number,
): Promise<Batch<RecordChange> | undefined> {
  const { sequence, id } = last;
  if (id === undefined) return recordChangesAfter(reader, sequence, limit);
  const [again, ...rows] = await entriesAfter(reader, sequence - 1, limit + 1);
  // Another entry may have got the number.
  if (again?._id !== id) throw new LostEntries();
  return withFields(reader, sequence, rows);
}

function entriesAfter(reader: Reader, sequence: number, limit: number): Promise<Row[]> {
  const filter = { op: "gt", column: "sequence", value: sequence } as const;
  const sort = [{ column: "sequence", direction: "asc" as const }];
  return reader.find(changeLog, {
    ...{ projects: "all" as const, filter, sort, limit },
    columns: [...kept],
  });
}

async function withFields(
  reader: Reader,
  sequence: number,
  rows: readonly Row[],
): Promise<Batch<RecordChange> | undefined> {
  const last = rows.at(-1)?.["sequence"];
  if (last === undefined) return undefined;
  const hasUpdate = rows.some(({ operation }) => operation === "update");
  const fields = hasUpdate ? await changedFields(reader, sequence, Number(last)) : none;
  const changes = rows.map((row) => {
    const change = row as unknown as Pick<Change, Kept>;
    return { ...change, fields: fields.get(change.sequence) ?? [] };
  });
  return { changes, last: Number(last) };
}

/** Returns the names of the changed fields of the updates between two numbers, by number. */
async function changedFields(
  reader: Reader,
  after: number,
  last: number,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const column = "sequence";
  const found = await reader.find(changeLog, {
    projects: "all",
    filter: {
      op: "and",
      filters: [
        { op: "gt", column, value: after },
        { op: "lte", column, value: last },
        { op: "eq", column: "operation", value: "update" },
      ],
    },
    columns: [column, "after"],
    sort: [{ column, direction: "asc" }],
  });
  return new Map(found.map((row) => [Number(row[column]), Object.keys(row["after"] ?? {})]));
}
