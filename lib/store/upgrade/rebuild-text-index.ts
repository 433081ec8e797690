import type { Row } from "@/lib/schema/row";
import { searchedColumns } from "@/lib/schema/search-text/searched-columns";
import type { Engine } from "@/lib/store/port/engine";
import type { Writer } from "@/lib/store/port/store";
import { find } from "@/lib/store/read/find";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import type { Statements } from "@/lib/store/statement/statements";
import { systemReader, systemWriter } from "@/lib/store/system-tables/system-tables";
import { entryColumns, index } from "@/lib/store/text/text-entry";
import type { OnProgress } from "./progress";

/** Version of the index, raised when its form or the folding of its texts changes. */
const form = 2;
/** Setting that names the definitions of the index. */
export const searchSetting = "search index";
const atOnce = 500;
/** Records per transaction: some tenths of a second, which the start after a kill repeats. */
const batch = 2_000;

/** Progress of filling the index. */
interface Filled {
  readonly records: number;
  /** Time and id of the last indexed record by resource. */
  readonly positions: Readonly<Record<string, Position>>;
}

type Settings = Pick<Writer, "setting" | "putSetting">;

type Position = readonly [time: string, id: string];

/**
 * Rebuilds the search index when it is missing or does not match the definitions. Each batch is a
 * transaction that stores its progress, so that the next start continues there.
 */
export async function rebuildSearch(
  engine: Engine,
  statements: Statements,
  onProgress: OnProgress = () => undefined,
): Promise<void> {
  const tables = searchedOf(statements.tables.values());
  const wanted = searchForm(tables);
  const now = () => new Date();
  const inTransaction = <T>(work: (context: ReadContext, settings: Settings) => Promise<T>) =>
    engine.transaction(({ connection }) => {
      const context: ReadContext = { connection, statements };
      return work(context, { ...systemReader(context, now), ...systemWriter(context, now) });
    });
  let filled = await inTransaction(async (context, settings) => {
    const kept = await settings.setting(searchSetting);
    if (kept !== wanted) return await beginFilling(context, settings, wanted, kept);
    await statements.textIndex.complete?.(context.connection);
    return undefined;
  });
  if (filled === undefined) return;
  const total = await recordsIn(engine, tables);
  while (filled !== undefined) {
    const after = filled;
    // Requests for the startup progress are answered between two batches.
    await new Promise(setImmediate);
    onProgress({ step: "The search is being filled", done: after.records, total });
    filled = await inTransaction(async (context, settings) => {
      const next = await fillInOrder(context, tables, after);
      await settings.putSetting(searchSetting, next ? filling(wanted, next) : wanted);
      return next;
    });
  }
}

/**
 * Returns the progress to continue from: of an interrupted start for the same definitions, else
 * zero with an emptied index.
 */
async function beginFilling(
  { connection, statements }: ReadContext,
  settings: Settings,
  wanted: string,
  kept: string | undefined,
): Promise<Filled> {
  const begun = kept === undefined ? undefined : filledIn(kept, wanted);
  if (begun) return begun;
  const none: Filled = { records: 0, positions: {} };
  await statements.textIndex.reset(connection);
  await settings.putSetting(searchSetting, filling(wanted, none));
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

/** Returns the value of the setting when the index matches the definitions. */
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
 * Indexes the next batch and returns the progress; undefined when nothing is left. Oldest first,
 * across resources: the entry added last counts as the newest.
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

/** A scan of one table's records in time order. */
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
