import { sql } from "kysely";
import { type PackedWeek, packedWeek } from "@/lib/store/periods/pack-week";
import {
  type PeriodColumns,
  periodColumns,
  periodTable,
  weekMs,
} from "@/lib/store/periods/period-table";
import type { Period } from "@/lib/store/port/periods";
import type { ReadableDatabase } from "@/lib/store/port/readable-database";
import type { Table } from "@/lib/store/schema/table";
import { rowsOf } from "./readable-database";

const packed = sql.table(periodTable);

/** Compares the packed events of a resource with its records, one owner at a time. */
export async function periodFaults(readable: ReadableDatabase, table: Table): Promise<string[]> {
  const columns = periodColumns(table.resource);
  if (!columns) return [];
  const owner = sql.ref(columns.owner);
  let [faults, after] = [0, ""];
  for (;;) {
    const [found] = await rowsOf(
      readable,
      sql`select min(id) from (select min(${owner}) as id from ${sql.table(table.name)} where ${owner} > ${after} union all select min(owner_id) from ${packed} where owner_id > ${after}) as ids`,
    );
    if (typeof found?.[0] !== "string") break;
    after = found[0];
    faults += await wrongWeeks(readable, table, columns, after);
  }
  return faults === 0 ? [] : [`${table.resource.path}: ${faults} weeks are packed wrongly`];
}

async function wrongWeeks(
  readable: ReadableDatabase,
  table: Table,
  columns: PeriodColumns,
  owner: string,
): Promise<number> {
  const time = sql`coalesce(${sql.ref(columns.start)}, ${sql.ref(columns.otherStart)})`;
  const events = await rowsOf(
    readable,
    sql`select "projectId", ${time}, ${sql.ref(columns.end)}, ${sql.ref(columns.value)} from ${sql.table(table.name)} where ${sql.ref(columns.owner)} = ${owner} order by 2, "_id"`,
  );
  const weeks = new Map<string, Period[]>();
  for (const [project, startsAt, endsAt, value] of events) {
    const startMs = Date.parse(String(startsAt));
    const week = `${project} ${Math.floor(startMs / weekMs)}`;
    const endMs = endsAt === null ? null : Date.parse(String(endsAt));
    const known = weeks.get(week) ?? [];
    weeks.set(week, known);
    known.push({ startMs, endMs, value: String(value) });
  }
  const rows = await rowsOf(
    readable,
    sql`select project_id, week, ends_at, periods from ${packed} where owner_id = ${owner}`,
  );
  const right = rows.filter(([project, week, endsAt, bytes]) => {
    const wanted = packedWeek(weeks.get(`${project} ${week}`) ?? [], Number(week));
    return wanted !== undefined && isSame(wanted, Number(endsAt), bytes);
  });
  return Math.max(rows.length, weeks.size) - right.length;
}

function isSame({ endsAt, periods }: PackedWeek, storedEnd: number, bytes: unknown): boolean {
  if (endsAt !== storedEnd) return false;
  if (!(bytes instanceof Uint8Array)) return periods === null;
  return periods !== null && Buffer.from(periods).equals(bytes);
}
