import { sql } from "kysely";
import type { Period, PeriodRequest } from "@/lib/store/port/periods";
import type { Table } from "@/lib/store/schema/table";
import { isAnyOf } from "@/lib/store/statement/project-scope";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";
import { unpackPeriods } from "./packed-periods";
import { dayMs, periodColumns, periodTable } from "./period-table";
import { periodsOfDay } from "./read-day";

/** Most events of one day that are read from the records. */
const mostUnpacked = 100_000;

/**
 * Returns the events of owners from the first one that can reach beyond an instant, by owner, in the
 * order of start and id. An owner without such events is not in the map. Throws for a resource whose
 * events are not packed.
 */
export async function readPeriods(
  context: ReadContext,
  table: Table,
  { projectId, ownerIds, fromMs }: PeriodRequest,
): Promise<Map<string, Period[]>> {
  const columns = periodColumns(table.resource);
  if (!columns) throw new Error(`The events of ${table.resource.path} are not packed.`);
  const { connection, statements } = context;
  const values = statements.values();
  const owners = values.addAll(ownerIds);
  const [project, from] = [values.add(projectId), values.add(fromMs)];
  const packed = sql.table(periodTable);
  const statement = statements.prepare(
    `packed periods ${owners.length}`,
    () =>
      sql`select p.owner_id, p.day, p.periods from (select owner_id, min(day) as day from ${packed} where ${isAnyOf(owners)(sql`owner_id`)} and project_id = ${project} and ends_at > ${from} group by owner_id) as f join ${packed} as p on p.owner_id = f.owner_id and p.project_id = ${project} and p.day >= f.day order by p.owner_id, p.day`,
  );
  const rows = await connection.rows(statement.sql, bind(statement, values), true);
  const byOwner = new Map<string, Period[]>();
  for (const [owner, at, bytes] of rows) {
    const [ownerId, day] = [String(owner), Number(at)];
    const periods = byOwner.get(ownerId) ?? [];
    byOwner.set(ownerId, periods);
    if (bytes instanceof Uint8Array) {
      unpackPeriods(bytes, day * dayMs, periods);
      continue;
    }
    const one = { projectId, ownerId, day };
    const read = await periodsOfDay(context, table, columns, one, mostUnpacked, true);
    for (const period of read) periods.push(period);
  }
  return byOwner;
}
