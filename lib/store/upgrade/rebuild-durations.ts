import { sql } from "kysely";
import { type LifecycleTables, lifecyclesIn } from "@/lib/store/lifecycles/lifecycle-tables";
import { writeDurations } from "@/lib/store/lifecycles/write-durations";
import type { Engine } from "@/lib/store/port/engine";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind, type Statements } from "@/lib/store/statement/statements";
import { systemReader, systemWriter } from "@/lib/store/system-tables/system-tables";
import type { OnProgress } from "./progress";

/** Setting that says up to which record the durations are filled; `durationForm` once all are. */
const durationSetting = "lifecycle durations";
/** Version of the definition of the durations. */
const durationForm = "1";

const atOnce = 1_000;

/**
 * Fills the durations of records that were stored before these columns. Each batch is a transaction
 * that stores its progress, so that the next start continues there.
 */
export async function rebuildDurations(
  engine: Engine,
  statements: Statements,
  onProgress: OnProgress = () => undefined,
): Promise<void> {
  const lifecycles = lifecyclesIn(statements.tables);
  if (lifecycles.length === 0) return;
  let total: number | undefined;
  for (let done = 0; ; done += atOnce) {
    const isWhole = await engine.transaction(({ connection }) =>
      fill({ connection, statements }, lifecycles),
    );
    if (isWhole) return;
    total ??= await recordsIn(engine, lifecycles);
    // Requests for the startup progress are answered between two batches.
    await new Promise(setImmediate);
    onProgress({ step: "The durations of incidents and alerts are being computed", done, total });
  }
}

/** Fills the durations of the next records. Returns true once all are filled. */
async function fill(
  context: ReadContext,
  lifecycles: readonly LifecycleTables[],
): Promise<boolean> {
  const now = () => new Date();
  const kept = await systemReader(context, now).setting(durationSetting);
  if (kept === durationForm) return true;
  const { putSetting } = systemWriter(context, now);
  const [place, after]: [number, string] = kept === undefined ? [0, ""] : JSON.parse(kept);
  for (const [at, lifecycle] of lifecycles.entries()) {
    if (at < place) continue;
    const ids = await nextIds(context, lifecycle, at === place ? after : "");
    await writeDurations(context, lifecycle, ids);
    if (ids.length < atOnce) continue;
    await putSetting(durationSetting, JSON.stringify([at, ids.at(-1)]));
    return false;
  }
  await putSetting(durationSetting, durationForm);
  return true;
}

async function nextIds(
  { connection, statements }: ReadContext,
  { records }: LifecycleTables,
  after: string,
): Promise<string[]> {
  const values = statements.values();
  const last = values.add(after);
  const statement = statements.prepare(
    `ids of ${records.name}`,
    () =>
      sql`select "_id" from ${sql.table(records.name)} where "_id" > ${last} order by "_id" limit ${sql.lit(atOnce)}`,
  );
  const rows = await connection.rows(statement.sql, bind(statement, values));
  return rows.map(([id]) => String(id));
}

async function recordsIn(
  { reading }: Engine,
  lifecycles: readonly LifecycleTables[],
): Promise<number> {
  let total = 0;
  for (const { records } of lifecycles) {
    const [row] = await reading.rows(`select count(*) from "${records.name}"`, []);
    total += Number(row?.[0] ?? 0);
  }
  return total;
}
