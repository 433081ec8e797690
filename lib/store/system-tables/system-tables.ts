import { sql } from "kysely";
import type { Reader, Writer } from "@/lib/store/port/store";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { statementsOn } from "@/lib/store/statement/run-statement";

const settings = sql.table("tocsin_setting");
const counters = sql.table("tocsin_counter");
const answers = sql.table("tocsin_kept_answer");
const keptForMs = 24 * 60 * 60 * 1000;

/** Returns the reads of settings and idempotency records over a connection. */
export function systemReader(
  context: ReadContext,
  now: () => Date,
): Pick<Reader, "setting" | "idempotencyRecord"> {
  const { rows } = statementsOn(context);
  return {
    async setting(name) {
      const [row] = await rows`select value from ${settings} where name = ${name}`;
      return row && String(row[0]);
    },
    async idempotencyRecord(caller, path, key) {
      const names = [caller, path, key];
      const [row] =
        await rows`select body_hash, record_id, answer from ${answers} where (caller, path, key) = (${names}) and kept_at > ${oldest(now)}`;
      if (!row) return undefined;
      const [bodyHash, recordId, answer] = row;
      return {
        bodyHash: String(bodyHash),
        recordId: String(recordId),
        answer: answer === null ? null : String(answer),
      };
    },
  };
}

/** Returns the changes of settings, counters and idempotency records in a transaction. */
export function systemWriter(
  context: ReadContext,
  now: () => Date,
): Pick<Writer, "putSetting" | "countUp" | "raiseTo" | "saveIdempotencyRecord"> {
  const { rows, send } = statementsOn(context);
  return {
    async putSetting(name, value) {
      await send`insert into ${settings} (name, value) values (${name}, ${value}) on conflict (name) do update set value = excluded.value`;
    },
    async countUp(name) {
      const [row] =
        await rows`insert into ${counters} (name, value) values (${name}, 1) on conflict (name) do update set value = ${counters}.value + 1 returning value`;
      return Number(row?.[0]);
    },
    async raiseTo(name, atLeast) {
      await send`insert into ${counters} (name, value) values (${name}, ${atLeast}) on conflict (name) do update set value = excluded.value where excluded.value > ${counters}.value`;
    },
    async saveIdempotencyRecord(caller, path, key, { bodyHash, recordId, answer }) {
      await send`delete from ${answers} where kept_at <= ${oldest(now)}`;
      const row = [caller, path, key, bodyHash, recordId, answer, now().toISOString()];
      await send`insert into ${answers} (caller, path, key, body_hash, record_id, answer, kept_at) values (${row})`;
    },
  };
}

function oldest(now: () => Date): string {
  return new Date(now().getTime() - keptForMs).toISOString();
}
