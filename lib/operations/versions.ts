import { type AppError, type Fault, invalid } from "@/lib/errors";
import type { Projects } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import { readQuery } from "@/lib/schema/query";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { readSelect, type Selection } from "@/lib/schema/select";
import { readSort } from "@/lib/schema/sort";
import type { Reader } from "@/lib/store/store";
import type { Context } from "./context";
import { columnsFor, presentRows } from "./present";
import { both, queryScope, readReach } from "./reach";

/** What set of records to look at. */
export interface VersionsAsk {
  readonly select?: JsonValue;
  readonly query?: JsonValue;
  readonly sort?: JsonValue;
}

/** A record as it is at one moment, and the version it is of. */
export interface RecordVersion {
  readonly record: Row;
  readonly version: number;
}

/** More than this is changed in several goes, by a narrower query each. */
export const mostVersions = 10_000;

/** How many characters of JSON one answer may come to. */
const mostCharacters = 32_000_000;

/** Records are read in pages of about so many characters. */
const pageCharacters = 1_000_000;
const mostInPage = 500;

/**
 * All records that match at one moment, with the version each has then: the set that a bulk write is then held to.
 * What is selected of them is read in turns; a record deleted meanwhile is left out. Without a select only `_id` is
 * answered. Throws 403, and 400 with every fault or for too much.
 */
export async function recordVersions(
  context: Context,
  resource: Resource,
  { select = { _id: true }, query, sort }: VersionsAsk,
): Promise<readonly RecordVersion[]> {
  const reach = readReach(context, resource);
  const scope = queryScope(context);
  const faults: Fault[] = [];
  const selection = readSelect(reach.resource, select, scope, faults);
  const filter = both(reach.filter, readQuery(reach.resource, query, scope, faults));
  const order = readSort(reach.resource, sort, faults);
  if (faults.length > 0) throw invalid(faults);
  const { projects } = reach;
  const rows = await context.store.reader.find(reach.resource, {
    projects,
    ...(filter && { filter }),
    columns: ["_id", "version"],
    sort: order,
    limit: mostVersions + 1,
  });
  if (rows.length > mostVersions) {
    const message = `query matches more than ${mostVersions.toLocaleString("en")} records: narrow it and go on in several steps.`;
    throw invalid([{ pointer: "/query", field: "query", message }]);
  }
  const matched = rows.map((row) => ({ id: String(row._id), version: Number(row.version) }));
  return selectedOf(context, { resource: reach.resource, projects, selection }, matched);
}

interface Matched {
  readonly id: string;
  readonly version: number;
}

interface Selected {
  readonly resource: Resource;
  readonly projects: Projects;
  readonly selection: Selection;
}

async function selectedOf(
  { store: { reader } }: Context,
  { resource, projects, selection }: Selected,
  matched: readonly Matched[],
): Promise<readonly RecordVersion[]> {
  const columns = columnsFor(selection, ["_id"]);
  const found: RecordVersion[] = [];
  let characters = 0;
  // One record may be megabytes long, so the first pages are small.
  let size = 8;
  for (let start = 0; start < matched.length; ) {
    const page = matched.slice(start, start + size);
    const rows = await pageOf(reader, resource, { projects, columns }, page);
    const shown = await presentRows(
      reader,
      rows.map(({ row }) => row),
      selection,
    );
    for (const [at, record] of shown.entries()) {
      found.push({ record, version: rows[at]?.version ?? 0 });
    }
    const length = shown.reduce((sum, record) => sum + JSON.stringify(record).length, 0);
    characters += length;
    if (characters > mostCharacters) throw tooLong();
    start += size;
    size = length < pageCharacters ? Math.min(2 * size, mostInPage) : Math.max(1, size >> 2);
    await new Promise(setImmediate);
  }
  return found;
}

/** The records of a page in its order. */
async function pageOf(
  reader: Reader,
  resource: Resource,
  ask: { readonly projects: Projects; readonly columns: readonly string[] },
  page: readonly Matched[],
): Promise<readonly { readonly row: Row; readonly version: number }[]> {
  if (ask.columns.join() === "_id") {
    return page.map(({ id, version }) => ({ row: { _id: id }, version }));
  }
  const filter = { op: "in", column: "_id", values: page.map(({ id }) => id) } as const;
  const rows = await reader.find(resource, { ...ask, filter });
  const byId = new Map(rows.map((row) => [String(row._id), row]));
  return page.flatMap(({ id, version }) => {
    const row = byId.get(id);
    return row ? [{ row, version }] : [];
  });
}

function tooLong(): AppError {
  const most = `${mostCharacters / 1_000_000} million characters`;
  const message = `The answer would be longer than ${most}: select fewer fields, or narrow query and go on in several steps.`;
  return invalid([
    { pointer: "/select", field: "select", message },
    { pointer: "/query", field: "query", message },
  ]);
}
