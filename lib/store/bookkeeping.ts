import { sql } from "kysely";
import type { Access } from "./access";
import type { Sql } from "./engine";
import { fill } from "./plans";
import type { KeptAnswer } from "./store";
import type { Values } from "./template";

const settings = sql.table("tocsin_setting");
const counters = sql.table("tocsin_counter");
const answers = sql.table("tocsin_kept_answer");
const keptForMs = 24 * 60 * 60 * 1000;

/** The store's own small tables: settings, counters and the answers kept for repeated creates. */
export class Bookkeeping {
  readonly #access: Access;
  readonly #now: () => Date;

  constructor(access: Access, now: () => Date) {
    this.#access = access;
    this.#now = now;
  }

  async setting(name: string): Promise<string | undefined> {
    const [row] = await this.#rows("setting", (values) => {
      const slot = values.take(name);
      return () => sql`select value from ${settings} where name = ${slot}`;
    });
    return row && String(row[0]);
  }

  async putSetting(name: string, value: string): Promise<void> {
    await this.#run("put setting", (values) => {
      const [nameSlot, valueSlot] = [values.take(name), values.take(value)];
      return () =>
        sql`insert into ${settings} (name, value) values (${nameSlot}, ${valueSlot}) on conflict (name) do update set value = excluded.value`;
    });
  }

  async countUp(name: string): Promise<number> {
    const [row] = await this.#rows("count up", (values) => {
      const slot = values.take(name);
      return () =>
        sql`insert into ${counters} (name, value) values (${slot}, 1) on conflict (name) do update set value = ${counters}.value + 1 returning value`;
    });
    return Number(row?.[0]);
  }

  async raiseTo(name: string, atLeast: number): Promise<void> {
    await this.#run("raise", (values) => {
      const [nameSlot, valueSlot] = [values.take(name), values.take(atLeast)];
      return () =>
        sql`insert into ${counters} (name, value) values (${nameSlot}, ${valueSlot}) on conflict (name) do update set value = excluded.value where excluded.value > ${counters}.value`;
    });
  }

  async keptAnswer(caller: string, path: string, key: string): Promise<KeptAnswer | undefined> {
    const [row] = await this.#rows("kept answer", (values) => {
      const slots = [caller, path, key].map((value) => values.take(value));
      const since = values.take(this.#oldest());
      return () =>
        sql`select body_hash, record_id, answer from ${answers} where (caller, path, key) = (${sql.join(slots)}) and kept_at > ${since}`;
    });
    if (!row) return undefined;
    const [bodyHash, recordId, answer] = row;
    return {
      bodyHash: String(bodyHash),
      recordId: String(recordId),
      answer: answer === null ? null : String(answer),
    };
  }

  async keepAnswer(caller: string, path: string, key: string, kept: KeptAnswer): Promise<void> {
    await this.#run("forget answers", (values) => {
      const since = values.take(this.#oldest());
      return () => sql`delete from ${answers} where kept_at <= ${since}`;
    });
    await this.#run("keep answer", (values) => {
      const cells = [caller, path, key, kept.bodyHash, kept.recordId, kept.answer];
      const slots = [...cells, this.#now().toISOString()].map((value) => values.take(value));
      return () =>
        sql`insert into ${answers} (caller, path, key, body_hash, record_id, answer, kept_at) values (${sql.join(slots)})`;
    });
  }

  #oldest(): string {
    return new Date(this.#now().getTime() - keptForMs).toISOString();
  }

  async #rows(key: string, take: (values: Values) => () => Sql): Promise<unknown[][]> {
    const { connection, plans } = this.#access;
    const values = plans.values();
    const plan = plans.plan(key, take(values));
    return await connection.rows(plan.sql, fill(plan, values));
  }

  async #run(key: string, take: (values: Values) => () => Sql): Promise<void> {
    const { connection, plans } = this.#access;
    const values = plans.values();
    const plan = plans.plan(key, take(values));
    await connection.run(plan.sql, fill(plan, values));
  }
}
