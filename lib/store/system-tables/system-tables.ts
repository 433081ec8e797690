import { sql } from "kysely";
import type { IdempotencyRecord } from "@/lib/store/port/store";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { queryRows, runStatement } from "@/lib/store/statement/run-statement";

const settings = sql.table("tocsin_setting");
const counters = sql.table("tocsin_counter");
const answers = sql.table("tocsin_kept_answer");
const keptForMs = 24 * 60 * 60 * 1000;

/** The system tables: settings, counters and idempotency records. */
export class SystemTables {
  readonly #context: ReadContext;
  readonly #now: () => Date;

  constructor(context: ReadContext, now: () => Date) {
    this.#context = context;
    this.#now = now;
  }

  async setting(name: string): Promise<string | undefined> {
    const [row] = await queryRows(this.#context, "setting", (values) => {
      const param = values.add(name);
      return () => sql`select value from ${settings} where name = ${param}`;
    });
    return row && String(row[0]);
  }

  async putSetting(name: string, value: string): Promise<void> {
    await runStatement(this.#context, "put setting", (values) => {
      const [nameParam, valueParam] = [values.add(name), values.add(value)];
      return () =>
        sql`insert into ${settings} (name, value) values (${nameParam}, ${valueParam}) on conflict (name) do update set value = excluded.value`;
    });
  }

  async countUp(name: string): Promise<number> {
    const [row] = await queryRows(this.#context, "count up", (values) => {
      const param = values.add(name);
      return () =>
        sql`insert into ${counters} (name, value) values (${param}, 1) on conflict (name) do update set value = ${counters}.value + 1 returning value`;
    });
    return Number(row?.[0]);
  }

  async raiseTo(name: string, atLeast: number): Promise<void> {
    await runStatement(this.#context, "raise", (values) => {
      const [nameParam, valueParam] = [values.add(name), values.add(atLeast)];
      return () =>
        sql`insert into ${counters} (name, value) values (${nameParam}, ${valueParam}) on conflict (name) do update set value = excluded.value where excluded.value > ${counters}.value`;
    });
  }

  async idempotencyRecord(
    caller: string,
    path: string,
    key: string,
  ): Promise<IdempotencyRecord | undefined> {
    const [row] = await queryRows(this.#context, "kept answer", (values) => {
      const params = [caller, path, key].map((value) => values.add(value));
      const since = values.add(this.#oldest());
      return () =>
        sql`select body_hash, record_id, answer from ${answers} where (caller, path, key) = (${sql.join(params)}) and kept_at > ${since}`;
    });
    if (!row) return undefined;
    const [bodyHash, recordId, answer] = row;
    return {
      bodyHash: String(bodyHash),
      recordId: String(recordId),
      answer: answer === null ? null : String(answer),
    };
  }

  async saveIdempotencyRecord(
    caller: string,
    path: string,
    key: string,
    kept: IdempotencyRecord,
  ): Promise<void> {
    await runStatement(this.#context, "forget answers", (values) => {
      const since = values.add(this.#oldest());
      return () => sql`delete from ${answers} where kept_at <= ${since}`;
    });
    await runStatement(this.#context, "keep answer", (values) => {
      const cells = [caller, path, key, kept.bodyHash, kept.recordId, kept.answer];
      const params = [...cells, this.#now().toISOString()].map((value) => values.add(value));
      return () =>
        sql`insert into ${answers} (caller, path, key, body_hash, record_id, answer, kept_at) values (${sql.join(params)})`;
    });
  }

  #oldest(): string {
    return new Date(this.#now().getTime() - keptForMs).toISOString();
  }
}
