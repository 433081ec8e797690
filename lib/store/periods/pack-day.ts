import { sql } from "kysely";
import type { Period } from "@/lib/store/port/periods";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { statementsOn } from "@/lib/store/statement/run-statement";
import { packPeriods } from "./packed-periods";
import {
  dayMs,
  mostPacked,
  noEndMs,
  type OwnerDay,
  type PeriodColumns,
  periodTable,
} from "./period-table";
import { periodsOfDay } from "./read-day";

const packed = sql.table(periodTable);

/** A row of the table: the latest end of the events, and the events unless they are too many. */
export interface PackedDay {
  readonly endsAt: number;
  readonly periods: Uint8Array | null;
}

/** Packs the events of a day again from the records. */
export async function packDay(
  context: ReadContext,
  table: Table,
  columns: PeriodColumns,
  one: OwnerDay,
): Promise<void> {
  const { send } = statementsOn(context);
  const { ownerId, day, projectId } = one;
  const periods = await periodsOfDay(context, table, columns, one, mostPacked + 1);
  const row = packedDay(periods, day);
  if (row === undefined) {
    await send`delete from ${packed} where owner_id = ${ownerId} and project_id = ${projectId} and day = ${day}`;
    return;
  }
  const { endsAt } = row;
  const bytes = row.periods && Buffer.from(row.periods);
  await send`insert into ${packed} (owner_id, day, project_id, ends_at, periods) values (${ownerId}, ${day}, ${projectId}, ${endsAt}, ${bytes}) on conflict (owner_id, project_id, day) do update set ends_at = excluded.ends_at, periods = excluded.periods`;
}

/** Returns the row of a day with these events, in order; undefined if there are none. */
export function packedDay(periods: readonly Period[], day: number): PackedDay | undefined {
  if (periods.length === 0) return undefined;
  // More are read from the records, so that a write never packs without bound.
  if (periods.length > mostPacked) return { endsAt: noEndMs, periods: null };
  const endsAt = periods.reduce((latest, { endMs }) => Math.max(latest, endMs ?? noEndMs), 0);
  return { endsAt, periods: packPeriods(periods, day * dayMs) };
}
