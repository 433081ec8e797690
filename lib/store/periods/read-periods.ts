import { sql } from "kysely";
import type { OwnerPeriods, PeriodRequest, Periods } from "@/lib/store/port/periods";
import type { Table } from "@/lib/store/schema/table";
import { isAnyOf } from "@/lib/store/statement/project-scope";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";
import { PackedNumbers, unpacked, unpackPeriods } from "./packed-periods";
import { PeriodBuffer } from "./period-buffer";
import { periodColumns, periodTable, weekMs } from "./period-table";
import { periodsOfWeek } from "./read-week";

/** Most events of one week that are read from the records. */
const mostUnpacked = 100_000;

/**
 * Returns the events of owners from the first one that can reach beyond an instant, by owner, in the
 * order of start and id. Throws for a resource whose events are not packed.
 */
export async function readPeriods(
  context: ReadContext,
  table: Table,
  { projectId, ownerIds, fromMs }: PeriodRequest,
): Promise<OwnerPeriods> {
  const columns = periodColumns(table.resource);
  if (!columns) throw new Error(`The events of ${table.resource.path} are not packed.`);
  const rows = await packedRows(context, { projectId, ownerIds, fromMs });
  const byOwner = new Map<string, Periods>();
  const buffer = new PeriodBuffer();
  for (const [place, [owner, weeks, bytes]] of rows.entries()) {
    const ownerId = String(owner);
    const numbers = new PackedNumbers(bytesOf(bytes));
    for (const at of String(weeks).split(",")) {
      const week = Number(at);
      if (unpackPeriods(numbers, week * weekMs, buffer)) continue;
      const one = { projectId, ownerId, week };
      const read = await periodsOfWeek(context, table, columns, one, mostUnpacked, true);
      for (const period of read) buffer.add(period);
    }
    if (rows[place + 1]?.[0] !== owner) byOwner.set(ownerId, buffer.take());
  }
  return { values: buffer.values, byOwner };
}

/**
 * Returns rows of an owner, one or more of its weeks, and their packed events. The rows of an owner
 * follow each other, and its weeks are in order.
 */
async function packedRows(
  { connection, statements }: ReadContext,
  { projectId, ownerIds, fromMs }: PeriodRequest,
): Promise<unknown[][]> {
  const { joined } = statements.dialect;
  const values = statements.values();
  const owners = values.addAll(ownerIds);
  const [project, from, none] = [values.add(projectId), values.add(fromMs), values.add(unpacked)];
  const packed = sql.table(periodTable);
  const statement = statements.prepare(`packed periods ${owners.length}`, () => {
    const [owner, week] = [sql.ref("p.owner_id"), sql.ref("p.week")];
    const bytes = sql`coalesce(p.periods, ${none})`;
    const first = sql`select owner_id, min(week) as week from ${packed} where ${isAnyOf(owners)(sql`owner_id`)} and project_id = ${project} and ends_at > ${from} group by owner_id`;
    const rows = sql`from (${first}) as f join ${packed} as p on ${owner} = f.owner_id and p.project_id = ${project} and ${week} >= f.week where ${isAnyOf(owners)(owner)}`;
    return joined
      ? sql`select ${owner}, ${joined(week, bytes)} ${rows} group by ${owner}`
      : sql`select ${owner}, ${week}, ${bytes} ${rows} order by ${owner}, ${week}`;
  });
  return await connection.rows(statement.sql, bind(statement, values), true);
}

/** Returns bytes that an engine reads as such or in base64. */
function bytesOf(read: unknown): Uint8Array {
  return read instanceof Uint8Array ? read : Buffer.from(String(read), "base64");
}
