import type { Row } from "@/lib/schema/row";
import { searchedColumns } from "@/lib/schema/search-text/searched-columns";
import type { Engine } from "@/lib/store/port/engine";
import { find } from "@/lib/store/read/find";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import type { Statements } from "@/lib/store/statement/statements";
import { SystemTables } from "@/lib/store/system-tables/system-tables";
import { entryColumns, index } from "@/lib/store/text/text-entry";
import type { OnProgress } from "./progress";

/** Raised when the form of the index or the folding of its texts changes. */
const form = 1;
/** The setting that says for which definitions the index was filled. */
export const searchSetting = "search index";
const atOnce = 500;
/** Records of one transaction: some tenths of a second, which a killed start does again. */
const batch = 2_000;

/** How far the search was filled. */
interface Filled {
  readonly records: number;
  /** By resource, the time and the id of the last record that is in. */
  readonly positions: Readonly<Record<string, Position>>;
}

type Position = readonly [time: string, id: string];

/**
 * Fills the search over all resources anew when it is missing or the definitions ask for another one. Each batch is a
 * transaction of its own and notes how far it came, so that the next start goes on where this one was ended.
 */
export async function rebuildSearch(
  engine: Engine,
  statements: Statements,
  onProgress: OnProgress = () => undefined,
): Promise<void> {
  const tables = searchedOf(statements.tables.values());
  const wanted = searchForm(tables);
  const inTransaction = <T>(work: (context: ReadContext, books: SystemTables) => Promise<T>) =>
    engine.transaction(({ connection }) => {
      const context: ReadContext = { connection, statements };
      return work(context, new SystemTables(context, () => new Date()));
    });
  let filled = await inTransaction(async (context, books) => {
    const kept = await books.setting(searchSetting);
    if (kept !== wanted) return await beginFilling(context, books, wanted, kept);
    await statements.textIndex.complete?.(context.connection);
    return undefined;
  });
  if (filled === undefined) return;
  const total = await recordsIn(engine, tables);
  while (filled !== undefined) {
    const after = filled;
    // Requests for the progress of the start are answered between two batches.
    await new Promise(setImmediate);
    onProgress({ step: "The search is being filled", done: after.records, total });
    filled = await inTransaction(async (context, books) => {
      const next = await fillInOrder(context, tables, after);
      await books.putSetting(searchSetting, next ? filling(wanted, next) : wanted);
      return next;
    });
  }
}

/** Where to go on: at the start of an empty index, or where another start for the same definitions was ended. */
async function beginFilling(
  { connection, statements }: ReadContext,
  books: SystemTables,
  wanted: string,
  kept: string | undefined,
): Promise<Filled> {
  const begun = kept === undefined ? undefined : filledIn(kept, wanted);
  if (begun) return begun;
  const none: Filled = { records: 0, positions: {} };
  await statements.textIndex.reset(connection);
  await books.putSetting(searchSetting, filling(wanted, none));
  return none;
}

function filling(wanted: string, filled: Filled): string {
  return JSON.stringify({ filling: wanted, filled });
}

function filledIn(kept: string, wanted: string): Filled | undefined {
  const read: { filling?: string; filled?: Filled } = JSON.parse(kept);
  return read.filling === wanted ? read.filled : undefined;
}

async function recordsIn({ reading }: Engine, tables: readonly Table[]): Promise<number> {
  let total = 0;
  for (const { name } of tables) {
    const [row] = await reading.rows(`select count(*) from "${name}"`, []);
    total += Number(row?.[0]);
  }
  return total;
}

/** What the setting holds while the index is as the definitions ask. */
export function searchForm(tables: Iterable<Table>): string {
  const entries = searchedOf(tables).map(({ resource }) => [
    resource.path,
    ...entryNames(resource),
  ]);
  return JSON.stringify([form, ...entries]);
}

function searchedOf(tables: Iterable<Table>): Table[] {
  return [...tables].filter(({ resource }) => searchedColumns(resource).length > 0);
}

function entryNames(resource: Table["resource"]): string[] {
  return searchedColumns(resource).map(({ name }) => name);
}

/**
 * Puts in the batch that follows and answers how far it came; undefined when nothing is left. The oldest first, whatever the resource: what was put in last counts as the newest.
 */
async function fillInOrder(
  context: ReadContext,
  tables: readonly Table[],
  { records, positions }: Filled,
): Promise<Filled | undefined> {
  const walks: Walk[] = [];
  for (const table of tables) walks.push(await begin(context, table, positions));
  const reached = { ...positions };
  for (let count = 0; count < batch; count += 1) {
    const open = walks.filter((walk) => walk.next !== undefined);
    const [one, ...others] = open;
    if (!one) return undefined;
    const first = others.reduce((oldest, walk) => (walk.time < oldest.time ? walk : oldest), one);
    if (first.next) await index(context, first.table, first.next);
    reached[first.table.resource.path] = [first.time, String(first.next?.["_id"])];
    await step(context, first);
  }
  return { records: records + batch, positions: reached };
}

/** A walk through the records of one table in the order of time. */
interface Walk {
  readonly table: Table;
  after: Position | undefined;
  rows: readonly Row[];
  place: number;
  next: Row | undefined;
  time: string;
}

async function begin(
  context: ReadContext,
  table: Table,
  positions: Filled["positions"],
): Promise<Walk> {
  const after = positions[table.resource.path];
  const walk: Walk = { table, after, rows: [], place: 0, next: undefined, time: "" };
  await step(context, walk);
  return walk;
}

async function step(context: ReadContext, walk: Walk): Promise<void> {
  const { table } = walk;
  const { timeField } = table.resource;
  if (walk.place === walk.rows.length) {
    const [time, id] = walk.after ?? [];
    walk.rows = await find(context, table, {
      projects: "all",
      columns: [...new Set([...entryColumns(table), timeField])],
      sort: [{ column: timeField, direction: "asc" }],
      limit: atOnce,
      ...(id !== undefined && { after: { values: [time ?? null], id } }),
    });
    const last = walk.rows.at(-1);
    if (last) walk.after = [String(last[timeField]), String(last["_id"])];
    walk.place = 0;
  }
  walk.next = walk.rows[walk.place];
  walk.place += 1;
  walk.time = String(walk.next?.[timeField]);
}
