import type { Row } from "@/lib/schema/row";
import { searchedColumns } from "@/lib/schema/searched";
import type { Access } from "./access";
import { Bookkeeping } from "./bookkeeping";
import type { Engine } from "./engine";
import { find } from "./find";
import { entryColumns, makeFindable } from "./found-by";
import type { Plans } from "./plans";
import type { Table } from "./table";

/** Raised when the form of the index or the folding of its texts changes. */
const form = 1;
/** The setting that says for which definitions the index was filled. */
export const searchSetting = "search index";
const atOnce = 500;

/** Fills the search over all resources anew when it is missing or the definitions ask for another one. */
export async function rebuildSearch(engine: Engine, plans: Plans): Promise<void> {
  const tables = searchedOf(plans.tables.values());
  const wanted = searchForm(tables);
  await engine.transaction(async ({ connection }) => {
    const access: Access = { connection, plans };
    const books = new Bookkeeping(access, () => new Date());
    if ((await books.setting(searchSetting)) === wanted) {
      await plans.textIndex.complete?.(connection);
      return;
    }
    await plans.textIndex.reset(connection);
    await fillInOrder(access, tables);
    await books.putSetting(searchSetting, wanted);
  });
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

/** The oldest first, whatever the resource: what was put in last counts as the newest. */
async function fillInOrder(access: Access, tables: readonly Table[]): Promise<void> {
  const walks = await Promise.all(tables.map((table) => begin(access, table)));
  let open = walks.filter((walk) => walk.next !== undefined);
  while (open.length > 0) {
    const first = open.reduce((one, other) => (other.time < one.time ? other : one));
    if (first.next) await makeFindable(access, first.table, first.next);
    await step(access, first);
    if (first.next === undefined) open = open.filter((walk) => walk !== first);
  }
}

/** A walk through the records of one table in the order of time. */
interface Walk {
  readonly table: Table;
  rows: readonly Row[];
  place: number;
  next: Row | undefined;
  time: string;
}

async function begin(access: Access, table: Table): Promise<Walk> {
  const walk: Walk = { table, rows: [], place: 0, next: undefined, time: "" };
  await step(access, walk);
  return walk;
}

async function step(access: Access, walk: Walk): Promise<void> {
  const { table } = walk;
  const { timeField } = table.resource;
  if (walk.place === walk.rows.length) {
    const last = walk.rows.at(-1);
    walk.rows = await find(access, table, {
      projects: "all",
      columns: [...new Set([...entryColumns(table), timeField])],
      sort: [{ column: timeField, direction: "asc" }],
      limit: atOnce,
      ...(last && { after: { values: [String(last[timeField])], id: String(last["_id"]) } }),
    });
    walk.place = 0;
  }
  walk.next = walk.rows[walk.place];
  walk.place += 1;
  walk.time = String(walk.next?.[timeField]);
}
