import { changeLog } from "@/lib/resources/system/change-log";
import type { Row } from "@/lib/schema/row";
import type { Find, Reader } from "@/lib/store/port/store";

/** A committed entry of the change log. */
export interface Change {
  readonly _id: string;
  /** Numbers increase without gaps, in the order of the commits of a project. */
  readonly sequence: number;
  readonly at: string;
  readonly projectId: string | null;
  readonly resource: string;
  readonly recordId: string | null;
  readonly operation: string;
  readonly actorType: string;
  readonly actorId: string;
  readonly actorName: string;
  readonly channel: string;
  readonly requestId: string;
  readonly before: Row | null;
  readonly after: Row | null;
}

/** The entries that a subscriber may read, as its visibility of the change log says. */
export type Visible = Pick<Find, "projects" | "filter">;

/** Consecutive entries of the log, without those that the subscriber may not read. */
export interface Batch<Entry = Change> {
  readonly changes: readonly Entry[];
  /** Number of the last entry read; the next batch begins after it. */
  readonly last: number;
}

/**
 * Reads up to `limit` entries after a number, in order. Returns undefined when there is none. No
 * smaller number becomes visible later, because numbers are given under a lock that is held until
 * they are visible.
 */
export async function changesAfter(
  reader: Reader,
  sequence: number,
  limit: number,
  visible?: Visible,
): Promise<Batch | undefined> {
  const after = { op: "gt", column: "sequence", value: sequence } as const;
  const sort = [{ column: "sequence", direction: "asc" as const }];
  const columns = visible ? ["sequence"] : undefined;
  const all = { projects: "all" as const, filter: after, sort, limit };
  const rows = await reader.find(changeLog, { ...all, ...(columns && { columns }) });
  const last = Number(rows.at(-1)?.["sequence"] ?? sequence);
  if (rows.length === 0) return undefined;
  if (!visible) return { changes: rows.map(changeOf), last };
  const until = { op: "lte", column: "sequence", value: last } as const;
  const filters = [after, until, ...(visible.filter ? [visible.filter] : [])];
  const { projects } = visible;
  const filter = { op: "and" as const, filters };
  const seen = await reader.find(changeLog, { projects, filter, sort });
  return { changes: seen.map(changeOf), last };
}

/** The number and id of an entry; no id where the log is empty. */
export interface LastEntry {
  readonly sequence: number;
  readonly id?: string | undefined;
}

/** Returns the last committed entry. */
export async function lastEntry(reader: Reader): Promise<LastEntry> {
  const sort = [{ column: "sequence", direction: "desc" as const }];
  const columns = ["sequence", "_id"];
  const [newest] = await reader.find(changeLog, { projects: "all", sort, columns, limit: 1 });
  return newest ? { sequence: Number(newest.sequence), id: String(newest._id) } : { sequence: 0 };
}

/** Returns the number of the last committed entry; 0 if the log is empty. */
export async function lastSequence(reader: Reader): Promise<number> {
  return (await lastEntry(reader)).sequence;
}

/** The log is written with all columns by `lib/operations/transaction/changes.ts` only. */
function changeOf(row: Row): Change {
  return row as unknown as Change;
}
