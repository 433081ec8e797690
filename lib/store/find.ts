import type { Row } from "@/lib/schema/row";
import type { Access } from "./access";
import { pathsOf } from "./count-cache";
import { countByTally } from "./counts";
import { decoderOf } from "./decode";
import { countInSlices, findInSlices, isForSlices } from "./find-in-slices";
import { fill } from "./plans";
import { rareList, searchFor, takeWhere } from "./search";
import { counting, numberIn, selection, takePage } from "./selection";
import {
  type MostBytes,
  nameOfWanted,
  type ShortRow,
  shortening,
  shortRow,
  type Wanted,
} from "./short-row";
import { inSlices } from "./slices";
import type { Find } from "./store";
import type { Table } from "./table";
import { walkTargets } from "./walk-targets";

/** The records that meet `ask`, in order. */
export async function find(access: Access, table: Table, ask: Find): Promise<Row[]> {
  const columns = ask.columns ?? table.visible;
  const rows = await stored(access, table, ask, { columns });
  return rows.map(decoderOf(access.plans, table, columns));
}

/** The records that meet `ask`, in order, without their long values. */
export async function findShort(
  access: Access,
  table: Table,
  ask: Find,
  most: MostBytes,
): Promise<ShortRow[]> {
  const columns = ask.columns ?? table.visible;
  const { bulky, mostBytes } = shortening(table, columns, most);
  const rows = await stored(access, table, ask, {
    columns,
    ...(bulky.length > 0 && { mostBytes }),
  });
  const decode = decoderOf(access.plans, table, columns);
  return rows.map((row) => shortRow(row, decode, bulky, columns.length));
}

/** The rows of a search as they lie in the database. */
async function stored(
  access: Access,
  table: Table,
  ask: Find,
  wanted: Wanted,
): Promise<unknown[][]> {
  const { connection, plans } = access;
  const walked = await walkTargets(access, table, ask, wanted, stored);
  if (walked) return walked;
  const search = await searchFor(access, table, ask);
  if (search.projects.length === 0) return [];
  const values = plans.values();
  const page = takePage(values, table, ask, plans);
  const where = takeWhere(values, search, await rareList(access, search));
  const isQuick =
    (where.isLookUp && where.isShort) || (where.isIndexed && page.limit && page.isInTime);
  // To reach a column behind a long value, SQLite goes through that value.
  const mayBeLong = wanted.mostBytes !== undefined && access.slices !== undefined;
  const timed = !isQuick || mayBeLong;
  const key = `find ${where.key}|${page.key}|${timed}|${nameOfWanted(wanted)}`;
  const plan = plans.plan(key, () => selection(plans, wanted, where, page, timed));
  return await inSlices(
    timed && isForSlices(ask) ? access.slices : undefined,
    (mostMs) => connection.rows(plan.sql, fill(plan, values), timed, mostMs),
    (work) => findInSlices(access, search, ask, work, wanted),
  );
}

/** How many records meet `ask`. */
export async function count(
  access: Access,
  table: Table,
  ask: Pick<Find, "projects" | "filter">,
): Promise<number> {
  const { connection, plans, counts, slices } = access;
  const search = await searchFor(access, table, ask);
  const { tally, projects } = search;
  if (projects.length === 0) return 0;
  if (tally) return await countByTally(access, table, tally, projects);
  const values = plans.values();
  const where = takeWhere(values, search, await rareList(access, search));
  const plan = plans.plan(`count ${where.key}`, () => counting(plans, where, []));
  const parameters = fill(plan, values);
  const walk = async () =>
    await inSlices(
      slices,
      async (mostMs) => numberIn(await connection.rows(plan.sql, parameters, true, mostMs)),
      (work) => countInSlices(access, search, work),
    );
  if (counts === undefined) return await walk();
  const key = `${where.key} ${JSON.stringify(parameters)}`;
  return await counts.count(key, pathsOf(search, plans.tables), walk);
}
