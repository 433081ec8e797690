import type { Row } from "@/lib/schema/row";
import { inSlices } from "@/lib/store/concurrency/time-slices";
import type { PreparedFind } from "@/lib/store/port/prepared";
import type { ByteLimit } from "@/lib/store/port/shortened-row";
import type { Find } from "@/lib/store/port/store";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { decoderOf } from "./decode";
import { askFor, KeptStatement } from "./kept-statement";
import { type PageStatement, pageStatement, parametersFor } from "./page-statement";
import { amongCandidates } from "./plan/candidates";
import { planQuery, type QueryPlan } from "./plan/query-plan";
import { countableConditions, rareOf } from "./plan/rare-conditions";
import { scanByTarget } from "./relation-order-scan";
import { shortenedRow, shortening, type WantedColumns } from "./shortened-row";
import { findInSlices, fitsSlicedFind } from "./sliced-find";

/** Returns the records that match `ask`, in order. */
export async function find(context: ReadContext, table: Table, ask: Find): Promise<Row[]> {
  const columns = ask.columns ?? table.visible;
  const rows = await stored(context, table, ask, { columns });
  return rows.map(decoderOf(context.statements, table, columns));
}

/** Prepares a query for the records that match `ask`, in order, without their long values. */
export function prepareFind(
  context: ReadContext,
  table: Table,
  ask: Find,
  most: ByteLimit,
): PreparedFind {
  const columns = ask.columns ?? table.visible;
  const { bulky, mostBytes } = shortening(table, columns, most);
  const { places } = bulky;
  const { beginning } = most;
  const wanted = { columns, ...(places.length > 0 && { mostBytes, beginning }) };
  const read = storedRows(context, table, ask, wanted);
  return {
    rows: async (id, isSlow = false) => {
      const rows = await read(id, isSlow);
      const decode = decoderOf(context.statements, table, columns);
      return rows.map((row) => shortenedRow(row, decode, places, columns.length));
    },
  };
}

/** Returns the function that reads the undecoded rows of a query. */
function storedRows(
  context: ReadContext,
  table: Table,
  ask: Find,
  wanted: WantedColumns,
): (id: string | undefined, isSlow: boolean) => Promise<unknown[][]> {
  const kept = new KeptStatement(context, table, ask, wanted);
  return async (id, isSlow) => {
    const page = await kept.get(id);
    if (!page) return await stored(context, table, askFor(ask, id), wanted);
    const own = { ...page, parameters: parametersFor(page, id) };
    return await runPage(context, own, () => askFor(ask, id), wanted, isSlow);
  };
}

/** Returns the rows of a query undecoded. */
async function stored(
  context: ReadContext,
  table: Table,
  ask: Find,
  wanted: WantedColumns,
): Promise<unknown[][]> {
  const walked = await scanByTarget(context, table, ask, wanted, stored);
  if (walked) return walked;
  const search = await plan(context, table, ask);
  if (search.projects.length === 0) return [];
  const { dialect } = context.statements;
  const rare = await rareOf(context, search, countableConditions(search, ask, dialect));
  const page = pageStatement(context, search, rare, ask, wanted);
  return await runPage(context, page, () => ask, wanted);
}

/** Runs the statement of a page, in slices if it takes long. */
function runPage(
  context: ReadContext,
  { table, sql, parameters, isTimed }: PageStatement,
  ask: () => Find,
  wanted: WantedColumns,
  isSlow = false,
): Promise<unknown[][]> {
  const { connection, slices } = context;
  if (!isTimed || slices === undefined || !fitsSlicedFind(ask())) {
    return connection.rows(sql, parameters, isTimed);
  }
  return inSlices(
    slices,
    (mostMs) => connection.rows(sql, parameters, true, mostMs),
    async (work) => findInSlices(context, await plan(context, table, ask()), ask(), work, wanted),
    isSlow,
  );
}

async function plan(context: ReadContext, table: Table, ask: Find): Promise<QueryPlan> {
  return await amongCandidates(context, await planQuery(context, table, ask), ask);
}
