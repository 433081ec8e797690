import { sql } from "kysely";
import type { Sql } from "@/lib/store/port/engine";
import type { Milestones } from "@/lib/store/port/milestones";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";
import { durationColumns, type EventTables, type LifecycleTables } from "./lifecycle-tables";

/** The milestones of a record, and the durations that its columns hold. */
export interface StoredMilestones extends Milestones {
  readonly stored: readonly (number | null)[];
}

/** Most records that one statement reads. */
export const mostMilestones = 128;

/**
 * Returns the milestones of at most `mostMilestones` records by id. This is their only definition:
 * the durations in columns and the story of a record follow from it. Without events that have a
 * start, the date of its end counts for all times of a record.
 */
export async function readMilestones(
  context: ReadContext,
  lifecycle: LifecycleTables,
  ids: readonly string[],
  isTimed = false,
): Promise<ReadonlyMap<string, StoredMilestones>> {
  if (ids.length === 0) return new Map();
  const { connection, statements } = context;
  const values = statements.values();
  const params = values.addAll(ids);
  const statement = statements.prepare(
    `milestones ${lifecycle.records.name} ${params.length}`,
    () => (lifecycle.told ? byEvents(lifecycle, lifecycle.told, params) : byEnd(lifecycle, params)),
  );
  const rows = await connection.rows(statement.sql, bind(statement, values), isTimed);
  return new Map(rows.map((row) => [String(row[0]), milestonesIn(row)]));
}

function milestonesIn(row: readonly unknown[]): StoredMilestones {
  const [, began, ended, acknowledged, resolved, since, ...stored] = row.map(textOf);
  const beganAt = String(began);
  const durations = stored.map((value) => (value === undefined ? null : Number(value)));
  if (since !== undefined) {
    const [acknowledgedAt, resolvedAt, stateSince] = [acknowledged, resolved, since];
    return { beganAt, acknowledgedAt, resolvedAt, stateSince, stored: durations };
  }
  const times = { acknowledgedAt: ended, resolvedAt: ended, stateSince: ended };
  return { beganAt, ...times, stored: durations };
}

function textOf(value: unknown): string | undefined {
  return value === null ? undefined : String(value);
}

/** Returns the columns of a record itself: its id, and the dates of its beginning and its end. */
function ownColumns({ began, ended }: LifecycleTables): readonly Sql[] {
  const end = ended === undefined ? sql`null` : sql.ref(`t.${ended}`);
  return [
    sql`t."_id" as id`,
    sql`coalesce(${sql.ref(`t.${began}`)}, t."createdAt") as began`,
    sql`${end} as ended`,
  ];
}

const storedDurations = durationColumns.map((name) => sql`t.${sql.ref(name)}`);

function byEnd(lifecycle: LifecycleTables, ids: readonly unknown[]): Sql {
  const noTimes = [sql`null`, sql`null`, sql`null`];
  const columns = [...ownColumns(lifecycle), ...noTimes, ...storedDurations];
  return sql`select ${sql.join(columns)} from ${sql.table(lifecycle.records.name)} as t where t."_id" in (${sql.join(ids)})`;
}

/** Each part reads the first event in an order, which an index of the events has. */
function byEvents(lifecycle: LifecycleTables, told: EventTables, ids: readonly unknown[]): Sql {
  const { acknowledged, resolved, start } = told;
  const isOver = sql`coalesce(s.${sql.ref(resolved)}, false)`;
  const isTaken = sql`(${isOver} or coalesce(s.${sql.ref(acknowledged)}, false))`;
  const since = sql`e.${sql.ref(start)}`;
  const inner = [
    ...ownColumns(lifecycle),
    ...storedDurations.map((column, place) => sql`${column} as ${sql.ref(`stored${place}`)}`),
    sql`t."projectId" as project`,
    sql`${first(told, since, "asc", sql`t."_id"`, sql`t."projectId"`, isTaken)} as taken`,
    sql`${first(told, since, "desc", sql`t."_id"`, sql`t."projectId"`)} as since`,
    sql`${first(told, sql`case when ${isOver} then 1 else 0 end`, "desc", sql`t."_id"`, sql`t."projectId"`)} as ended_last`,
    sql`${first(told, sql`e."_id"`, "desc", sql`t."_id"`, sql`t."projectId"`, sql`not ${isOver}`)} as last_open`,
  ];
  const position = (alias: string) =>
    sql.join([start, "createdAt", "_id"].map((name) => sql.ref(`${alias}.${name}`)));
  const afterOpen = sql`(select ${since} from ${sql.table(told.events.name)} as o join ${sql.table(told.events.name)} as e on ${ofRecord(told, sql`b.id`, sql`b.project`)} and (${position("e")}) > (${position("o")}) where o."_id" = b.last_open order by ${inOrder(told, "asc")} limit 1)`;
  const all = first(told, since, "asc", sql`b.id`, sql`b.project`);
  const resolution = sql`case when b.ended_last = 1 then coalesce(${afterOpen}, ${all}) end`;
  return sql`select b.id, b.began, b.ended, b.taken, ${resolution}, b.since, b.stored0, b.stored1 from (select ${sql.join(inner)} from ${sql.table(lifecycle.records.name)} as t where t."_id" in (${sql.join(ids)})) as b`;
}

/** Returns the value of the first event of a record in an order, among those that pass a test. */
function first(
  told: EventTables,
  value: Sql,
  direction: "asc" | "desc",
  id: Sql,
  project: Sql,
  test: Sql = sql`true`,
): Sql {
  const states = sql`left join ${sql.table(told.states.name)} as s on s."_id" = e.${sql.ref(told.value)} and s."projectId" = e."projectId"`;
  return sql`(select ${value} from ${sql.table(told.events.name)} as e ${states} where ${ofRecord(told, id, project)} and ${test} order by ${inOrder(told, direction)} limit 1)`;
}

function ofRecord({ owner, start }: EventTables, id: Sql, project: Sql): Sql {
  return sql`e."projectId" = ${project} and e.${sql.ref(owner)} = ${id} and e.${sql.ref(start)} is not null`;
}

function inOrder({ start }: EventTables, direction: "asc" | "desc"): Sql {
  const columns = [start, "createdAt", "_id"];
  return sql.join(columns.map((name) => sql`e.${sql.ref(name)} ${sql.raw(direction)}`));
}
