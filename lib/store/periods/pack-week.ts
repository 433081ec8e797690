import { sql } from "kysely";
import type { Period } from "@/lib/store/port/periods";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { statementsOn } from "@/lib/store/statement/run-statement";
import { packPeriods } from "./packed-periods";
import {
  mostPacked,
  noEndMs,
  type OwnerWeek,
  type PeriodColumns,
  periodTable,
  weekMs,
} from "./period-table";
import { periodsOfWeek } from "./read-week";

const packed = sql.table(periodTable);

/** A row of the table: the latest end of the events, and the events unless they are too many. */
export interface PackedWeek {
  readonly endsAt: number;
  readonly periods: Uint8Array | null;
}

/** Packs the events of a week again from the records. */
export async function packWeek(
  context: ReadContext,
  table: Table,
  columns: PeriodColumns,
  one: OwnerWeek,
): Promise<void> {
  const { send } = statementsOn(context);
  const { ownerId, week, projectId } = one;
  const periods = await periodsOfWeek(context, table, columns, one, mostPacked + 1);
  const row = packedWeek(periods, week);
  if (row === undefined) {
    await send`delete from ${packed} where owner_id = ${ownerId} and project_id = ${projectId} and week = ${week}`;
    return;
  }
  const { endsAt } = row;
  const bytes = row.periods && Buffer.from(row.periods);
  await send`insert into ${packed} (owner_id, week, project_id, ends_at, periods) values (${ownerId}, ${week}, ${projectId}, ${endsAt}, ${bytes}) on conflict (owner_id, project_id, week) do update set ends_at = excluded.ends_at, periods = excluded.periods`;
}

/** Returns the row of a week with these events, in order; undefined if there are none. */
export function packedWeek(periods: readonly Period[], week: number): PackedWeek | undefined {
  if (periods.length === 0) return undefined;
  // More are read from the records, so that a write never packs without bound.
  if (periods.length > mostPacked) return { endsAt: noEndMs, periods: null };
  const endsAt = periods.reduce((latest, { endMs }) => Math.max(latest, endMs ?? noEndMs), 0);
  return { endsAt, periods: packPeriods(periods, week * weekMs) };
}
