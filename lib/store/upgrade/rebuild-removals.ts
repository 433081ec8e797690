import { sql } from "kysely";
import { isJsonObject } from "@/lib/schema/json";
import { storyOwnerColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Engine } from "@/lib/store/port/engine";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { statementsOn } from "@/lib/store/statement/run-statement";
import type { Statements } from "@/lib/store/statement/statements";
import { systemReader, systemWriter } from "@/lib/store/system-tables/system-tables";
import type { OnProgress } from "./progress";

/** Setting that says up to which number of the log the column is filled; `removalForm` once it is. */
const removalSetting = "removed members";
/** Version of the definition of the column. */
const removalForm = "1";

/** Begin of the setting while the column is being filled; the last number follows. */
const until = "until ";

/** Numbers of the log that a batch covers. */
const atOnce = 5_000;

/**
 * Fills `removedFrom` in entries of the change log that were stored before the column. Each batch is
 * a transaction that stores its progress, so that the next start continues there.
 */
export async function rebuildRemovals(
  engine: Engine,
  statements: Statements,
  onProgress: OnProgress = () => undefined,
): Promise<void> {
  const log = statements.tables.get("change-log");
  if (!log) return;
  const total = await lastNumber(engine, log);
  for (;;) {
    const done = await engine.transaction(({ connection }) =>
      fill({ connection, statements }, log, total),
    );
    if (done === undefined) return;
    // Requests for the startup progress are answered between two batches.
    await new Promise(setImmediate);
    onProgress({ step: "Removed members and owners are being found", done, total });
  }
}

/** Fills the next entries. Returns the number of the last one; undefined once all are filled. */
async function fill(context: ReadContext, log: Table, total: number): Promise<number | undefined> {
  const now = () => new Date();
  const kept = await systemReader(context, now).setting(removalSetting);
  if (kept === removalForm) return undefined;
  const { putSetting } = systemWriter(context, now);
  const from = kept === undefined ? 0 : Number(kept.slice(until.length));
  const to = from + atOnce;
  await fillBetween(context, log, from, to);
  const isLast = to >= total;
  await putSetting(removalSetting, isLast ? removalForm : `${until}${to}`);
  return isLast ? undefined : to;
}

async function fillBetween(
  context: ReadContext,
  log: Table,
  from: number,
  to: number,
): Promise<void> {
  const { tables, dialect } = context.statements;
  const owners = new Map(
    [...tables].flatMap(([path, { resource }]) => {
      const column = storyOwnerColumn(resource, (other) => tables.get(other)?.resource);
      return column === undefined ? [] : [[path, column] as const];
    }),
  );
  if (owners.size === 0) return;
  const { rows, send } = statementsOn(context);
  const entries = sql.table(log.name);
  const found =
    await rows`select sequence, resource, before from ${entries} where sequence > ${from} and sequence <= ${to} and operation = 'delete' and resource in (${[...owners.keys()]})`;
  const { decode = (stored: unknown) => stored } = dialect.storage.json;
  for (const [number, path, stored] of found) {
    const before = stored === null ? null : decode(stored);
    const owner = isJsonObject(before) ? before[owners.get(String(path)) ?? ""] : undefined;
    if (typeof owner !== "string") continue;
    await send`update ${entries} set "removedFrom" = ${owner} where sequence = ${Number(number)}`;
  }
}

async function lastNumber({ reading }: Engine, { name }: Table): Promise<number> {
  const [row] = await reading.rows(`select coalesce(max(sequence), 0) from "${name}"`, []);
  return Number(row?.[0] ?? 0);
}
