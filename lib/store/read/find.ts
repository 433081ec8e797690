import type { Row } from "@/lib/schema/row";
import { inSlices } from "@/lib/store/concurrency/time-slices";
import { countByTally } from "@/lib/store/counts/counts";
import type { ByteLimit, ShortenedRow } from "@/lib/store/port/shortened-row";
import type { Find } from "@/lib/store/port/store";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";
import { pathsOf } from "./count-cache";
import { decoderOf } from "./decode";
import { parameterizeWhere, planQuery, rareList } from "./query-plan";
import { scanByTarget } from "./relation-order-scan";
import { counting, numberIn, parameterizePage, selection } from "./select-statement";
import { keyOfColumns, shortenedRow, shortening, type WantedColumns } from "./shortened-row";
import { countInSlices, findInSlices, fitsSlicedFind } from "./sliced-find";

/** Returns the records that match `ask`, in order. */
export async function find(context: ReadContext, table: Table, ask: Find): Promise<Row[]> {
  const columns = ask.columns ?? table.visible;
  const rows = await stored(context, table, ask, { columns });
  return rows.map(decoderOf(context.statements, table, columns));
}

/** Returns the records that match `ask`, in order, without their long values. */
export async function findShortened(
  context: ReadContext,
  table: Table,
  ask: Find,
  most: ByteLimit,
): Promise<ShortenedRow[]> {
  const columns = ask.columns ?? table.visible;
  const { bulky, mostBytes } = shortening(table, columns, most);
  const rows = await stored(context, table, ask, {
    columns,
    ...(bulky.length > 0 && { mostBytes }),
  });
  const decode = decoderOf(context.statements, table, columns);
  return rows.map((row) => shortenedRow(row, decode, bulky, columns.length));
}

/** Returns the rows of a query undecoded. */
async function stored(
  context: ReadContext,
  table: Table,
  ask: Find,
  wanted: WantedColumns,
): Promise<unknown[][]> {
  const { connection, statements } = context;
  const walked = await scanByTarget(context, table, ask, wanted, stored);
  if (walked) return walked;
  const search = await planQuery(context, table, ask);
  if (search.projects.length === 0) return [];
  const values = statements.values();
  const page = parameterizePage(values, table, ask, statements);
  const where = parameterizeWhere(values, search, await rareList(context, search));
  const isQuick =
    (where.isLookUp && where.isShort) || (where.isIndexed && page.limit && page.isInTime);
  // SQLite reads through a long value to reach the columns behind it.
  const mayBeLong = wanted.mostBytes !== undefined && context.slices !== undefined;
  const timed = !isQuick || mayBeLong;
  const key = `find ${where.key}|${page.key}|${timed}|${keyOfColumns(wanted)}`;
  const statement = statements.prepare(key, () =>
    selection(statements, wanted, where, page, timed),
  );
  return await inSlices(
    timed && fitsSlicedFind(ask) ? context.slices : undefined,
    (mostMs) => connection.rows(statement.sql, bind(statement, values), timed, mostMs),
    (work) => findInSlices(context, search, ask, work, wanted),
  );
}

/** Returns the number of records that match `ask`. */
export async function count(
  context: ReadContext,
  table: Table,
  ask: Pick<Find, "projects" | "filter">,
): Promise<number> {
  const { connection, statements, counts, slices } = context;
  const search = await planQuery(context, table, ask);
  const { tally, projects } = search;
  if (projects.length === 0) return 0;
  if (tally) return await countByTally(context, table, tally, projects);
  const values = statements.values();
  const where = parameterizeWhere(values, search, await rareList(context, search));
  const statement = statements.prepare(`count ${where.key}`, () => counting(statements, where, []));
  const parameters = bind(statement, values);
  const walk = async () =>
    await inSlices(
      slices,
      async (mostMs) => numberIn(await connection.rows(statement.sql, parameters, true, mostMs)),
      (work) => countInSlices(context, search, work),
    );
  if (counts === undefined) return await walk();
  const key = `${where.key} ${JSON.stringify(parameters)}`;
  return await counts.count(key, pathsOf(search, statements.tables), walk);
}
