import { callerScope } from "@/lib/auth/grants/caller-scope";
import { type AppError, type Fault, invalid } from "@/lib/errors";
import { type RecordQuery, readRecordQuery } from "@/lib/operations/access/record-query";
import { visibilityOf } from "@/lib/operations/access/visibility";
import { columnsFor, serializeRows } from "@/lib/operations/rows/serialize";
import type { Context } from "@/lib/operations/transaction/context";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { yieldInTurn } from "@/lib/store/concurrency/yield-every";
import { groupsOf, type Measured, measure, type Shown, wholeRows } from "./long-page";
import { readPage } from "./read-page";
import { type Release, reserveMemory } from "./reply-memory";

/** A record and its version. */
export interface RecordVersion {
  readonly record: Row;
  readonly version: number;
}

/** Records with their versions. */
export interface Versions {
  readonly records: readonly RecordVersion[];
  /** True if the records should be sent in chunks. */
  readonly isLong: boolean;
  /** Releases their memory once they are sent. */
  readonly end: Release;
}

/** Maximum number of records. Larger sets need several narrower queries. */
export const mostVersions = 10_000;

/** Maximum length of the records of one reply, in bytes of their texts. */
const mostBytes = 32_000_000;

/** Number of records read at once. */
const mostInPage = 200;

/**
 * Returns all matching records with their versions, matched in one read: the set for a versioned
 * bulk write. Selected fields are read in portions; a record deleted meanwhile is left out. Without
 * a select, returns only `_id`. Throws 403, 400 with every fault or for too many or too long
 * records, or 503 if other long replies leave no memory.
 */
export async function recordVersions(
  context: Context,
  resource: Resource,
  { select = { _id: true }, ...ask }: RecordQuery,
): Promise<Versions> {
  const visibility = visibilityOf(context, resource);
  const faults: Fault[] = [];
  const read = readRecordQuery(context, visibility, { ...ask, select }, faults);
  if (faults.length > 0) throw invalid(faults);
  const { selection, filter, sort } = read;
  const { projects } = visibility;
  const rows = await context.store.reader.find(visibility.resource, {
    projects,
    ...(filter && { filter }),
    columns: ["_id", "version"],
    sort,
    limit: mostVersions + 1,
  });
  if (rows.length > mostVersions) {
    const message = `query matches more than ${mostVersions.toLocaleString("en")} records: narrow it and go on in several steps.`;
    throw invalid([{ pointer: "/query", field: "query", message }]);
  }
  const matched = rows.map((row) => ({ id: String(row._id), version: Number(row.version) }));
  const { caller, store } = context;

  const shown: Shown = {
    ...{ callerScope: callerScope(caller), reader: store.reader },
    ...{ resource: visibility.resource, projects, selection },
  };
  return selectedOf(shown, matched);
}

interface Matched {
  readonly id: string;
  readonly version: number;
}

async function selectedOf(shown: Shown, matched: readonly Matched[]): Promise<Versions> {
  const found: RecordVersion[] = [];
  let bytes = 0;
  let end: Release = () => undefined;
  try {
    for (let start = 0; start < matched.length; start += mostInPage) {
      if (start > 0) await yieldInTurn();
      const page = matched.slice(start, start + mostInPage);
      const measured = await pageOf(shown, page);
      bytes += measured.lengths.reduce((sum, one) => sum + one, 0);
      if (bytes > mostBytes) throw tooLong();
      end();
      end = bytes < leastCounted ? end : reserveMemory(shown.callerScope, copies * bytes);
      found.push(...(await presented(shown, measured, page)));
    }
  } catch (error) {
    end();
    throw error;
  }
  return { records: found, isLong: bytes >= leastCounted, end };
}

/** Shorter replies reserve no memory. */
const leastCounted = 1_000_000;
/** A reply is in memory as records, and in part as JSON. */
const copies = 1.5;

/** Returns the records of a page in its order, measured. */
async function pageOf(shown: Shown, page: readonly Matched[]): Promise<Measured> {
  const { projects, selection } = shown;
  const columns = columnsFor(selection, ["_id"]);
  if (columns.join() === "_id") {
    const rows = page.map(({ id }) => ({ row: { _id: id }, bytes: 0, isCut: false }));
    return { rows, lengths: rows.map(() => 0), related: undefined };
  }
  const byId = { op: "in", column: "_id", values: page.map(({ id }) => id) } as const;
  const ask = { projects, columns, filter: byId, limit: mostInPage };
  const rows = await readPage(shown, ask);
  const byTheirId = new Map(rows.map((short) => [short.row._id, short]));
  const inOrder = page.map(({ id }) => byTheirId.get(id)).filter((short) => short !== undefined);
  return measure(shown, inOrder);
}

async function presented(
  shown: Shown,
  measured: Measured,
  page: readonly Matched[],
): Promise<RecordVersion[]> {
  const versions = new Map(page.map(({ id, version }) => [id, version]));
  const found: RecordVersion[] = [];
  for (const { rows } of groupsOf(measured)) {
    const whole = await wholeRows(shown, rows);
    const records = await serializeRows(shown.reader, whole, shown.selection, measured.related);
    for (const [at, record] of records.entries()) {
      found.push({ record, version: versions.get(String(whole[at]?._id)) ?? 0 });
    }
  }
  return found;
}

function tooLong(): AppError {
  const most = `${mostBytes / 1_000_000} MB`;
  const message = `The answer would be longer than ${most}: select fewer fields, or narrow query and go on in several steps.`;
  return invalid([
    { pointer: "/select", field: "select", message },
    { pointer: "/query", field: "query", message },
  ]);
}
