import { sql } from "kysely";
import { packWeek } from "@/lib/store/periods/pack-week";
import {
  type OwnerWeek,
  type PeriodColumns,
  periodColumns,
  periodTable,
  weekOfEvent,
} from "@/lib/store/periods/period-table";
import type { Engine } from "@/lib/store/port/engine";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { statementsOn } from "@/lib/store/statement/run-statement";
import type { Statements } from "@/lib/store/statement/statements";
import { systemReader, systemWriter } from "@/lib/store/system-tables/system-tables";
import type { OnProgress } from "./progress";

/** Setting that says up to which event the table is filled; `periodForm` once it is whole. */
export const periodSetting = "packed periods";
/** Version of the packed form. */
export const periodForm = "1";

const atOnce = 2_000;

/**
 * Packs the events that were stored before the table. Each batch is a transaction that stores its
 * progress, so that the next start continues there.
 */
export async function rebuildPeriods(
  engine: Engine,
  statements: Statements,
  onProgress: OnProgress = () => undefined,
): Promise<void> {
  const [table] = [...statements.tables.values()].filter(({ resource }) => periodColumns(resource));
  if (!table) return;
  const total = await eventsIn(engine, table);
  for (let done = 0, isWhole = false; !isWhole; done += atOnce) {
    isWhole = await engine.transaction(({ connection }) => fill({ connection, statements }, table));
    if (isWhole) return;
    // Requests for the startup progress are answered between two batches.
    await new Promise(setImmediate);
    onProgress({ step: "The uptime of monitors is being prepared", done, total });
  }
}

/** Packs the weeks of the next events. Returns true once all events are packed. */
async function fill(context: ReadContext, table: Table): Promise<boolean> {
  const now = () => new Date();
  const { setting } = systemReader(context, now);
  const { putSetting } = systemWriter(context, now);
  const kept = await setting(periodSetting);
  const columns = periodColumns(table.resource);
  if (kept === periodForm || !columns) return true;
  const events = sql.table(table.name);
  const { rows, run } = statementsOn(context);
  // The order of an index, in which the events of a week follow each other.
  const names = ["projectId", columns.owner, columns.start, columns.otherStart, "_id"];
  const order = sql.join(names.map((name) => sql.ref(name)));
  if (kept === undefined) {
    await run`delete from ${sql.table(periodTable)}`;
    // Few events have no start, and none of them comes after a position in the order.
    const undated =
      await rows`select ${order} from ${events} where ${sql.ref(columns.start)} is null`;
    await packWeeks(context, table, columns, names, undated);
  }
  const position: string[] = kept === undefined ? names.map(() => "") : JSON.parse(kept);
  const found =
    await rows`select ${order} from ${events} where (${order}) > (${position}) order by ${order} limit ${atOnce}`;
  await packWeeks(context, table, columns, names, found);
  const last = found.length < atOnce ? undefined : found.at(-1);
  await putSetting(periodSetting, last === undefined ? periodForm : JSON.stringify(last));
  return last === undefined;
}

async function packWeeks(
  context: ReadContext,
  table: Table,
  columns: PeriodColumns,
  names: readonly string[],
  events: readonly unknown[][],
): Promise<void> {
  const weeks = new Map<string, OwnerWeek>();
  for (const row of events) {
    const texts = row.map((value) => (typeof value === "string" ? value : null));
    const event = Object.fromEntries(names.map((name, place) => [name, texts[place] ?? null]));
    const one = weekOfEvent(event, columns);
    weeks.set(`${one.projectId} ${one.ownerId} ${one.week}`, one);
  }
  for (const one of weeks.values()) await packWeek(context, table, columns, one);
}

async function eventsIn({ reading }: Engine, { name }: Table): Promise<number> {
  const [row] = await reading.rows(`select count(*) from "${name}"`, []);
  return Number(row?.[0] ?? 0);
}
