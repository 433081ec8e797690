import { sql } from "kysely";
import type { SlicedWork } from "@/lib/store/concurrency/time-slices";
import type { Find } from "@/lib/store/port/store";
import { isOrderOfTime, orderOf } from "@/lib/store/statement/order";
import type { Values } from "@/lib/store/statement/parameterized-filter";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";
import { lookUpIds, parameterizeWhere, type QueryPlan, type Where } from "./plan/query-plan";
import { type Chunk, type ReadChunk, scan, scanIds, scansInTimeOrder } from "./scan";
import { counting, numberIn, parameterizePage, selection } from "./select-statement";
import { keyOfColumns, type WantedColumns } from "./shortened-row";

/** Most positions that slices keep in order; beyond, the engine alone does. */
const mostPositions = 20_000;

/** Returns true when a page is short enough to be assembled from slices. */
export function fitsSlicedFind({ limit, skip = 0 }: Find): boolean {
  return limit !== undefined && limit + skip <= mostPositions;
}

/** Most attempts to assemble a page while its records are being deleted. */
const mostTries = 3;

/**
 * Returns the page of a query, read in slices, as the engine would. Each record is read once, in
 * its state at that time: an unchanged record is found if it matches, a record changed meanwhile in
 * its old or new state.
 */
export async function findInSlices(
  context: ReadContext,
  search: QueryPlan,
  ask: Find,
  work: SlicedWork,
  wanted: WantedColumns,
): Promise<unknown[][]> {
  const { limit = 0, sort = [] } = ask;
  const skip = ask.after ? 0 : (ask.skip ?? 0);
  // Rounded up, so that few statements serve all pages.
  const most = 2 ** Math.ceil(Math.log2(Math.max(1, limit + skip)));
  const page = { projects: ask.projects, sort, limit, skip };
  for (let tries = 1; ; tries += 1) {
    const ids = await firstIds(context, search, { ...ask, limit: most, skip: 0 }, work);
    const rows =
      wanted.mostBytes === undefined
        ? await work.run(() => rowsOf(context, search, page, ids, wanted))
        : await rowsInSlices(context, search, page, ids.slice(skip, skip + limit), wanted, work);
    const expected = Math.min(limit, Math.max(0, ids.length - skip));
    if (rows.length >= expected || tries === mostTries) return rows;
  }
}

/** Returns the number of records that match a query, counted in slices. */
export async function countInSlices(
  context: ReadContext,
  search: QueryPlan,
  work: SlicedWork,
): Promise<number> {
  const { connection, statements } = context;
  let found = 0;
  await eachChunk(context, search, { direction: "desc" }, work, async (chunk, mostMs) => {
    const values = statements.values();
    const where = whereOf(values, search, chunk);
    const isIn = chunk.take(values);
    const key = `count ${where.key}|${chunk.key}`;
    const statement = statements.prepare(key, () => counting(statements, where, [isIn]));
    found += numberIn(await connection.rows(statement.sql, bind(statement, values), true, mostMs));
    return true;
  });
  return found;
}

/** Returns the ids of the first `limit` records of a query or a few more, in order. */
async function firstIds(
  context: ReadContext,
  search: QueryPlan,
  ask: Find & { readonly limit: number },
  work: SlicedWork,
): Promise<readonly string[]> {
  const { connection, statements } = context;
  const { table } = search;
  const { limit, projects, sort = [] } = ask;
  const page = { projects, sort, limit };
  const order = orderOf(statements.values(), table, sort, statements.tables);
  const inTime = isOrderOfTime(table, order) && scansInTimeOrder(table);
  const way = { direction: order[0]?.direction ?? "desc", ...(inTime && { from: ask.after }) };
  let ids: string[] = [];
  const isInOrder = await eachChunk(context, search, way, work, async (chunk, mostMs) => {
    const values = statements.values();
    const asked = parameterizePage(values, table, ask, statements);
    const where = whereOf(values, search, chunk);
    const isIn = chunk.take(values);
    const key = `ids ${where.key}|${asked.key}|${chunk.key}`;
    const statement = statements.prepare(key, () =>
      selection(statements, idAlone, where, asked, true, [isIn]),
    );
    const rows = await connection.rows(statement.sql, bind(statement, values), true, mostMs);
    ids.push(...rows.map(([id]) => String(id)));
    // Occasional sorting costs less than sorting after each chunk.
    if (!inTime && ids.length > 2 * limit + 1_000) ids = await bestOf(context, search, page, ids);
    return !inTime || chunk.isById || ids.length < limit;
  });
  return isInOrder && inTime ? ids : await bestOf(context, search, page, ids);
}

/** Scans the result of an index lookup, else all records. Returns true for a scan of all. */
async function eachChunk(
  context: ReadContext,
  search: QueryPlan,
  way: Parameters<typeof scan>[2],
  work: SlicedWork,
  read: ReadChunk,
): Promise<boolean> {
  const ids = await lookUpIds(context, search);
  if (ids) await scanIds(ids, work, read);
  else await scan(context, search, way, work, read);
  return ids === undefined;
}

/** Returns the WHERE for one chunk. For known ids, other indexes are hidden from the planner. */
function whereOf(values: Values, search: QueryPlan, { isById }: Chunk): Where {
  const where = parameterizeWhere(values, search, undefined);
  return { ...where, isLookUp: where.isLookUp || isById };
}

/** Returns the ids that come first in the order of `ask`. */
async function bestOf(
  context: ReadContext,
  search: QueryPlan,
  ask: Find,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await rowsOf(context, search, ask, ids, idAlone);
  return rows.map(([id]) => String(id));
}

const idAlone: WantedColumns = { columns: ["_id"] };

/** Returns the rows with these ids in order, in slices, because a long row takes milliseconds. */
async function rowsInSlices(
  { connection, statements }: ReadContext,
  search: QueryPlan,
  { projects, sort }: Find,
  ids: readonly string[],
  wanted: WantedColumns,
  work: SlicedWork,
): Promise<unknown[][]> {
  const withId: WantedColumns = { ...wanted, columns: ["_id", ...wanted.columns] };
  const byId = new Map<string, unknown[]>();
  await scanIds(ids, work, async ({ key: size, take }, mostMs) => {
    const values = statements.values();
    const page = parameterizePage(
      values,
      search.table,
      { projects, ...(sort && { sort }) },
      statements,
    );
    const all = parameterizeWhere(values, { ...search, conjuncts: [] }, undefined);
    const where = { ...all, isLookUp: true };
    const isIn = take(values);
    const key = `rows ${where.key}|${page.key}|${size}|${keyOfColumns(withId)}`;
    const statement = statements.prepare(key, () =>
      selection(statements, withId, where, page, true, [isIn]),
    );
    const rows = await connection.rows(statement.sql, bind(statement, values), true, mostMs);
    for (const [id, ...row] of rows) byId.set(String(id), row);
    return true;
  });
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [row] : [];
  });
}

/** Returns the page of `ask` among the records with these ids. */
async function rowsOf(
  { connection, statements }: ReadContext,
  search: QueryPlan,
  ask: Find,
  ids: readonly string[],
  wanted: WantedColumns,
): Promise<unknown[][]> {
  const values = statements.values();
  const list = values.add(JSON.stringify(ids));
  const page = parameterizePage(values, search.table, ask, statements);
  const all = parameterizeWhere(values, { ...search, conjuncts: [] }, undefined);
  const where = { ...all, isLookUp: true };
  const key = `those ${where.key}|${page.key}|${keyOfColumns(wanted)}`;
  const statement = statements.prepare(key, () => {
    const isIn = sql`${sql.ref("t._id")} in (${statements.dialect.listed(sql`${list}`)})`;
    return selection(statements, wanted, where, page, false, [isIn]);
  });
  return await connection.rows(statement.sql, bind(statement, values));
}
