import { sql } from "kysely";
import type { Milestones } from "@/lib/store/port/milestones";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { send } from "@/lib/store/statement/send";
import { bind } from "@/lib/store/statement/statements";
import { durationColumns, type LifecycleTables } from "./lifecycle-tables";
import { mostMilestones, readMilestones } from "./milestones";

/**
 * Computes the durations of records again from their events, and stores those that differ without a
 * new version. Returns true if one differed.
 */
export async function writeDurations(
  context: ReadContext,
  lifecycle: LifecycleTables,
  ids: readonly string[],
): Promise<boolean> {
  let hasChanged = false;
  for (let from = 0; from < ids.length; from += mostMilestones) {
    const some = ids.slice(from, from + mostMilestones);
    for (const [id, { stored, ...times }] of await readMilestones(context, lifecycle, some)) {
      const [acknowledged, resolved] = durationsOf(times);
      if (stored[0] === acknowledged && stored[1] === resolved) continue;
      hasChanged = true;
      await store(context, lifecycle, id, [acknowledged, resolved]);
    }
  }
  return hasChanged;
}

async function store(
  { connection, statements }: ReadContext,
  { records }: LifecycleTables,
  id: string,
  durations: readonly (number | null)[],
): Promise<void> {
  const values = statements.values();
  const params = durations.map((duration) => values.add(duration));
  const record = values.add(id);
  const statement = statements.prepare(`durations ${records.name}`, () => {
    const changes = durationColumns.map((name, place) => sql`${sql.ref(name)} = ${params[place]}`);
    return sql`update ${sql.table(records.name)} set ${sql.join(changes)} where "_id" = ${record}`;
  });
  await send(connection, statement.sql, bind(statement, values));
}

/**
 * Returns the seconds until a record was acknowledged and resolved; null if it was not. A step dated
 * before the beginning took no time.
 */
function durationsOf(times: Milestones): readonly [number | null, number | null] {
  const { beganAt, acknowledgedAt, resolvedAt } = times;
  return [secondsBetween(beganAt, acknowledgedAt), secondsBetween(beganAt, resolvedAt)];
}

/** Returns the seconds between two dates (ISO 8601), 0 in the wrong order; null without an end. */
export function secondsBetween(from: string, to: string | undefined): number | null {
  if (to === undefined) return null;
  return Math.max(0, Date.parse(to) - Date.parse(from)) / 1000;
}
