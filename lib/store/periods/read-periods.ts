import { sql } from "kysely";
import type { OwnerPeriods, PeriodRequest, Periods } from "@/lib/store/port/periods";
import type { Table } from "@/lib/store/schema/table";
import { isAnyOf } from "@/lib/store/statement/project-scope";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";
import { unpackPeriods } from "./packed-periods";
import { PeriodBuffer } from "./period-buffer";
import { periodColumns, periodTable, weekMs } from "./period-table";
import { periodsOfWeek } from "./read-week";

/** Most events of one week that are read from the records. */
const mostUnpacked = 100_000;

/**
 * Returns the events of owners from the first one that can reach beyond an instant, by owner, in the
 * order of start and id. Throws for a resource whose
 * events are not packed.
 */
export async function readPeriods(
  context: ReadContext,
  table: Table,
  { projectId, ownerIds, fromMs }: PeriodRequest,
): Promise<OwnerPeriods> {
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
      sql`select p.owner_id, p.week, p.periods from (select owner_id, min(week) as week from ${packed} where ${isAnyOf(owners)(sql`owner_id`)} and project_id = ${project} and ends_at > ${from} group by owner_id) as f join ${packed} as p on p.owner_id = f.owner_id and p.project_id = ${project} and p.week >= f.week where ${isAnyOf(owners)(sql`p.owner_id`)} order by p.owner_id, p.week`,
  );
  const rows = await connection.rows(statement.sql, bind(statement, values), true);
  const byOwner = new Map<string, Periods>();
  const buffer = new PeriodBuffer();
  for (const [place, [owner, at, bytes]] of rows.entries()) {
    const [ownerId, week] = [String(owner), Number(at)];
    if (bytes instanceof Uint8Array) unpackPeriods(bytes, week * weekMs, buffer);
    else {
      const one = { projectId, ownerId, week };
      const read = await periodsOfWeek(context, table, columns, one, mostUnpacked, true);
      for (const period of read) buffer.add(period);
    }
    if (rows[place + 1]?.[0] !== owner) byOwner.set(ownerId, buffer.take());
  }
  return { values: buffer.values, byOwner };
}
