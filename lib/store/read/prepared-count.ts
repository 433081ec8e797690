import type { Filter } from "@/lib/schema/filter";
import { inSlices } from "@/lib/store/concurrency/time-slices";
import { countByTally, prepareTally } from "@/lib/store/counts/counts";
import type { PreparedCount } from "@/lib/store/port/prepared";
import type { Find } from "@/lib/store/port/store";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";
import { pathsOf } from "./count-cache";
import { amongCandidates } from "./plan/candidates";
import {
  dependsOnData,
  parameterizeWhere,
  planConditions,
  planQuery,
  type QueryPlan,
} from "./plan/query-plan";
import { countableLists, rareOf } from "./plan/rare-conditions";
import { counting, numberIn } from "./select-statement";
import { countInSlices } from "./sliced-find";

type Ask = Pick<Find, "projects" | "filter">;

/**
 * Prepares a query for the number of records that match `ask`. The statement over counter rows is
 * kept from one run to the next.
 */
export function prepareCount(context: ReadContext, table: Table, ask: Ask): PreparedCount {
  const { statements } = context;
  let kept: { readonly run: () => Promise<number>; readonly isForDeleted: boolean } | undefined;
  return {
    count: () => {
      const isForDeleted = statements.hidesDeleted;
      if (kept?.isForDeleted === isForDeleted) return kept.run();
      const search = planConditions(context, table, ask);
      const { tally, projects } = search;
      if (!tally || projects.length === 0 || dependsOnData(search)) {
        return counted(context, table, ask);
      }
      kept = { run: prepareTally(context, table, tally, projects), isForDeleted };
      return kept.run();
    },
  };
}

async function counted(context: ReadContext, table: Table, ask: Ask): Promise<number> {
  const search = await planQuery(context, table, ask);
  const { tally, projects } = search;
  if (projects.length === 0) return 0;
  if (tally) return await countByTally(context, table, tally, projects);
  return await countByScan(context, search);
}

async function countByScan(context: ReadContext, search: QueryPlan): Promise<number> {
  const { statements, counts } = context;
  const rare = await rareOf(context, search, countableLists(search));
  const scan = () => scanned(context, search, rare);
  if (counts === undefined) return await scan();
  const values = statements.values();
  const { key } = parameterizeWhere(values, search, rare);
  const paths = pathsOf(search, statements.tables);
  return await counts.count(`${key} ${JSON.stringify(values.list)}`, paths, scan);
}

async function scanned(
  context: ReadContext,
  search: QueryPlan,
  rare: Filter | undefined,
): Promise<number> {
  const { connection, statements, slices } = context;
  const narrowed = await amongCandidates(context, search);
  const values = statements.values();
  const where = parameterizeWhere(values, narrowed, rare);
  const statement = statements.prepare(`count ${where.key}`, () => counting(statements, where, []));
  const parameters = bind(statement, values);
  return await inSlices(
    slices,
    async (mostMs) => numberIn(await connection.rows(statement.sql, parameters, true, mostMs)),
    (work) => countInSlices(context, narrowed, work),
  );
}
