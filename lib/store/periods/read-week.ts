import { sql } from "kysely";
import type { Period } from "@/lib/store/port/periods";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";
import { type OwnerWeek, type PeriodColumns, weekMs } from "./period-table";

/**
 * Returns the events of an owner that start in a week, from the records, in the order of start and
 * id; at most `limit`. `timed`: within the deadline of queries.
 */
export async function periodsOfWeek(
  { connection, statements }: ReadContext,
  table: Table,
  columns: PeriodColumns,
  { projectId, ownerId, week }: OwnerWeek,
  limit: number,
  timed = false,
): Promise<Period[]> {
  const values = statements.values();
  const [from, to] = [week * weekMs, (week + 1) * weekMs].map(timeText);
  const params = [projectId, ownerId, from ?? "", to ?? "", limit].map((one) => values.add(one));
  const [project, owner, first, end, most] = params;
  const { start, otherStart } = columns;
  const on = (time: string) =>
    sql`"projectId" = ${project} and ${sql.ref(columns.owner)} = ${owner} and ${sql.ref(time)} >= ${first} and ${sql.ref(time)} < ${end}`;
  const read = async (key: string, time: string, where: ReturnType<typeof on>) => {
    const statement = statements.prepare(`${key} ${table.name}`, () => {
      const shown = [time, columns.end, columns.value, "_id"].map((name) => sql.ref(name));
      return sql`select ${sql.join(shown)} from ${sql.table(table.name)} where ${where} order by ${sql.ref(time)}, "_id" limit ${most}`;
    });
    return await connection.rows(statement.sql, bind(statement, values), timed);
  };
  const dated = await read("periods of a week", start, on(start));
  const others = sql`${sql.ref(start)} is null and ${on(otherStart)}`;
  const undated = await read("undated periods of a week", otherStart, others);
  const rows = undated.length === 0 ? dated : [...dated, ...undated].sort(byStartAndId);
  return rows.slice(0, limit).map(([startsAt, endsAt, value]) => ({
    startMs: Date.parse(String(startsAt)),
    endMs: endsAt === null ? null : Date.parse(String(endsAt)),
    value: String(value),
  }));
}

/** Returns a time that sorts as the times of records do. */
function timeText(ms: number): string {
  const text = new Date(ms).toISOString();
  // A year after 9999 begins with "+", which sorts before all digits.
  return text.startsWith("+") ? "~" : text;
}

function byStartAndId(one: readonly unknown[], other: readonly unknown[]): number {
  const [first, second] = [one, other].map((row) => `${row[0]} ${row[3]}`);
  return (first ?? "") < (second ?? "") ? -1 : 1;
}
