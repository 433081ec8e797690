import { sql } from "kysely";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { send } from "@/lib/store/statement/send";
import { bind } from "@/lib/store/statement/statements";
import { durationColumns, type EventTables, type LifecycleTables } from "./lifecycle-tables";
import { secondsBetween } from "./write-durations";

/** The only event of a new record. */
export interface FirstEvent {
  readonly state: string;
  /** From the beginning of the record to the event. */
  readonly afterSeconds: number;
}

/** Returns an event that enters a state at `start`. Dates are ISO 8601. */
export function firstEvent(state: string, began: string, start: string): FirstEvent {
  return { state, afterSeconds: secondsBetween(began, start) ?? 0 };
}

/**
 * Stores the durations of a new record whose only event is known. The condition on the flags of the
 * state is part of the statements: a read would cost a round trip in each create.
 */
export async function writeFirst(
  { connection, statements }: ReadContext,
  { records }: LifecycleTables,
  { states, acknowledged, resolved }: EventTables,
  id: string,
  { state, afterSeconds }: FirstEvent,
): Promise<void> {
  for (const [place, flags] of [[acknowledged, resolved], [resolved]].entries()) {
    const values = statements.values();
    const [seconds, record, entered] = [
      values.add(afterSeconds),
      values.add(id),
      values.add(state),
    ];
    const statement = statements.prepare(`first duration ${place} ${records.name}`, () => {
      const isFlagged = flags.map((flag) => sql`coalesce(${sql.ref(flag)}, false)`);
      return sql`update ${sql.table(records.name)} set ${sql.ref(durationColumns[place] ?? "")} = ${seconds} where "_id" = ${record} and exists (select 1 from ${sql.table(states.name)} where "_id" = ${entered} and (${sql.join(isFlagged, sql` or `)}))`;
    });
    await send(connection, statement.sql, bind(statement, values));
  }
}
