import { sql } from "kysely";
import type { Access } from "./access";
import { isOrderOfTime, orderOf } from "./order";
import { fill } from "./plans";
import { lookUpOf, type Search, takeWhere, type Where } from "./search";
import { counting, numberIn, selection, takePage } from "./selection";
import { nameOfWanted, type Wanted } from "./short-row";
import type { SlicedWork } from "./slices";
import type { Find } from "./store";
import type { Values } from "./template";
import { type Chunk, type ReadChunk, walk, walkIds, walksInTime } from "./walk";

/** More places than this are kept in order by the engine alone. */
const mostPlaces = 20_000;

/** Whether a page is short enough to be put together from slices. */
export function isForSlices({ limit, skip = 0 }: Find): boolean {
  return limit !== undefined && limit + skip <= mostPlaces;
}

/** How often a page is put together anew because some of its records were deleted meanwhile. */
const mostTries = 3;

/**
 * The page of a search as the engine answers it, read in slices. Each record is looked at once, as it is then: one that
 * is there all the time and is not changed is found if it matches, one that is changed meanwhile as it was or as it is.
 */
export async function findInSlices(
  access: Access,
  search: Search,
  ask: Find,
  work: SlicedWork,
  wanted: Wanted,
): Promise<unknown[][]> {
  const { limit = 0, sort = [] } = ask;
  const skip = ask.after ? 0 : (ask.skip ?? 0);
  // Rounded up, so that few statements serve all pages.
  const most = 2 ** Math.ceil(Math.log2(Math.max(1, limit + skip)));
  const page = { projects: ask.projects, sort, limit, skip };
  for (let tries = 1; ; tries += 1) {
    const ids = await firstIds(access, search, { ...ask, limit: most, skip: 0 }, work);
    const rows =
      wanted.mostBytes === undefined
        ? await work.run(() => rowsOf(access, search, page, ids, wanted))
        : await rowsInSlices(access, search, page, ids.slice(skip, skip + limit), wanted, work);
    const expected = Math.min(limit, Math.max(0, ids.length - skip));
    if (rows.length >= expected || tries === mostTries) return rows;
  }
}

/** How many records meet a search, counted in slices. */
export async function countInSlices(
  access: Access,
  search: Search,
  work: SlicedWork,
): Promise<number> {
  const { connection, plans } = access;
  let found = 0;
  await eachChunk(access, search, { direction: "desc" }, work, async (chunk, mostMs) => {
    const values = plans.values();
    const where = whereOf(values, search, chunk);
    const isIn = chunk.take(values);
    const key = `count ${where.key}|${chunk.key}`;
    const plan = plans.plan(key, () => counting(plans, where, [isIn]));
    found += numberIn(await connection.rows(plan.sql, fill(plan, values), true, mostMs));
    return true;
  });
  return found;
}

/** The ids of the first `limit` records of a search or some more, in order. */
async function firstIds(
  access: Access,
  search: Search,
  ask: Find & { readonly limit: number },
  work: SlicedWork,
): Promise<readonly string[]> {
  const { connection, plans } = access;
  const { table } = search;
  const { limit, projects, sort = [] } = ask;
  const page = { projects, sort, limit };
  const order = orderOf(plans.values(), table, sort, plans.tables);
  const inTime = isOrderOfTime(table, order) && walksInTime(table);
  const way = { direction: order[0]?.direction ?? "desc", ...(inTime && { from: ask.after }) };
  let ids: string[] = [];
  const isInOrder = await eachChunk(access, search, way, work, async (chunk, mostMs) => {
    const values = plans.values();
    const asked = takePage(values, table, ask, plans);
    const where = whereOf(values, search, chunk);
    const isIn = chunk.take(values);
    const key = `ids ${where.key}|${asked.key}|${chunk.key}`;
    const plan = plans.plan(key, () => selection(plans, idAlone, where, asked, true, [isIn]));
    const rows = await connection.rows(plan.sql, fill(plan, values), true, mostMs);
    ids.push(...rows.map(([id]) => String(id)));
    // Sorting them now and then costs less than after each chunk.
    if (!inTime && ids.length > 2 * limit + 1_000) ids = await bestOf(access, search, page, ids);
    return !inTime || chunk.isById || ids.length < limit;
  });
  return isInOrder && inTime ? ids : await bestOf(access, search, page, ids);
}

/** Goes through what an index finds, else through all. Answers whether that was in the order of time. */
async function eachChunk(
  access: Access,
  search: Search,
  way: Parameters<typeof walk>[2],
  work: SlicedWork,
  read: ReadChunk,
): Promise<boolean> {
  const ids = await lookUpOf(access, search);
  if (ids) await walkIds(ids, work, read);
  else await walk(access, search, way, work, read);
  return ids === undefined;
}

/** The WHERE of a search for one chunk, which other indexes are kept out of the way of where its ids are known. */
function whereOf(values: Values, search: Search, { isById }: Chunk): Where {
  const where = takeWhere(values, search, undefined);
  return { ...where, isLookUp: where.isLookUp || isById };
}

/** Those of some ids that come first. */
async function bestOf(
  access: Access,
  search: Search,
  ask: Find,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await rowsOf(access, search, ask, ids, idAlone);
  return rows.map(([id]) => String(id));
}

const idAlone: Wanted = { columns: ["_id"] };

/** The rows with these ids in their order, so many at a time as fit into a slice: reading a long one takes milliseconds. */
async function rowsInSlices(
  { connection, plans }: Access,
  search: Search,
  { projects, sort }: Find,
  ids: readonly string[],
  wanted: Wanted,
  work: SlicedWork,
): Promise<unknown[][]> {
  const withId: Wanted = { ...wanted, columns: ["_id", ...wanted.columns] };
  const byId = new Map<string, unknown[]>();
  await walkIds(ids, work, async ({ key: size, take }, mostMs) => {
    const values = plans.values();
    const page = takePage(values, search.table, { projects, ...(sort && { sort }) }, plans);
    const all = takeWhere(values, { ...search, conjuncts: [] }, undefined);
    const where = { ...all, isLookUp: true };
    const isIn = take(values);
    const key = `rows ${where.key}|${page.key}|${size}|${nameOfWanted(withId)}`;
    const plan = plans.plan(key, () => selection(plans, withId, where, page, true, [isIn]));
    const rows = await connection.rows(plan.sql, fill(plan, values), true, mostMs);
    for (const [id, ...row] of rows) byId.set(String(id), row);
    return true;
  });
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [row] : [];
  });
}

/** The page of `ask` among the records with these ids. */
async function rowsOf(
  { connection, plans }: Access,
  search: Search,
  ask: Find,
  ids: readonly string[],
  wanted: Wanted,
): Promise<unknown[][]> {
  const values = plans.values();
  const list = values.take(JSON.stringify(ids));
  const page = takePage(values, search.table, ask, plans);
  const all = takeWhere(values, { ...search, conjuncts: [] }, undefined);
  const where = { ...all, isLookUp: true };
  const key = `those ${where.key}|${page.key}|${nameOfWanted(wanted)}`;
  const plan = plans.plan(key, () => {
    const those = sql`select value from (${plans.spelling.elements(sql`${list}`)})`;
    const isIn = sql`${sql.ref("t._id")} in (${those})`;
    return selection(plans, wanted, where, page, false, [isIn]);
  });
  return await connection.rows(plan.sql, fill(plan, values));
}
