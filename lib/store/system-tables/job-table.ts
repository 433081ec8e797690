import { sql } from "kysely";
import type { JsonValue } from "@/lib/schema/json";
import type { Connection, Parameter, Sql } from "@/lib/store/port/engine";
import type { JobFacts, JobTable, LeasedJob, NewJob, Postponed } from "@/lib/store/port/jobs";
import { newId } from "@/lib/store/port/new-id";
import type { Values } from "@/lib/store/statement/parameterized-filter";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";

/** Table of the jobs. `due_at` is null in a dead job. Times are in milliseconds since 1970. */
export const jobTable = "tocsin_job";

const table = sql.table(jobTable);

/** Ends all leases, for a process with exclusive use of the database: their holders are gone. */
export async function endLeases(connection: Connection): Promise<void> {
  await connection.run(
    `update ${jobTable} set leased_by = null, leased_until = null where leased_by is not null`,
    [],
  );
}

/** The jobs over a connection. `onAdd` is called when a job is added. */
export class Jobs implements JobTable {
  readonly #context: ReadContext;
  readonly #now: () => Date;
  readonly #onAdd: () => void;

  constructor(context: ReadContext, now: () => Date, onAdd: () => void) {
    this.#context = context;
    this.#now = now;
    this.#onAdd = onAdd;
  }

  async add({ kind, key, payload = null, delayMs = 0 }: NewJob): Promise<boolean> {
    const id = newId();
    const added = await this.#run("add job", (values, now) => {
      const params = [id, kind, key ?? id, JSON.stringify(payload)].map((one) => values.add(one));
      const dueAt = sql`${now} + ${values.add(Math.round(delayMs))}`;
      return () =>
        sql`insert into ${table} (id, kind, key, payload, due_at, tries) values (${sql.join([...params, dueAt])}, 0) on conflict (kind, key) do nothing`;
    });
    if (added > 0) this.#onAdd();
    return added > 0;
  }

  async lease(
    holder: string,
    forMs: number,
    kinds: readonly string[],
    most: number,
  ): Promise<LeasedJob[]> {
    const rows = await this.#rows(`lease jobs ${kinds.length}`, (values, now) => {
      const [by, until] = [values.add(holder), sql`${now} + ${values.add(forMs)}`];
      const among = sql.join(kinds.map((kind) => values.add(kind)));
      const limit = this.#context.statements.dialect.page(sql`${values.add(most)}`, undefined);
      return () => {
        const free = sql`select id from ${table} where due_at <= ${now} and (leased_until is null or leased_until <= ${now}) and kind in (${among}) order by due_at, id ${limit}`;
        return sql`update ${table} set leased_by = ${by}, leased_until = ${until}, tries = tries + 1 where id in (${free}) returning id, kind, key, payload, tries`;
      };
    });
    return rows.map(([id, kind, key, payload, tries]) => ({
      ...{ id: String(id), kind: String(kind), key: String(key), tries: Number(tries) },
      payload: payloadOf(payload),
    }));
  }

  async renew(holder: string, forMs: number, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#rows(`renew jobs ${ids.length}`, (values, now) => {
      const [by, until] = [values.add(holder), sql`${now} + ${values.add(forMs)}`];
      const among = sql.join(ids.map((id) => values.add(id)));
      return () =>
        sql`update ${table} set leased_until = ${until} where leased_by = ${by} and id in (${among}) returning id`;
    });
    return new Set(rows.map(([id]) => String(id)));
  }

  async finish(holder: string, id: string): Promise<void> {
    await this.#run("finish job", (values) => {
      const [by, one] = [values.add(holder), values.add(id)];
      return () => sql`delete from ${table} where id = ${one} and leased_by = ${by}`;
    });
  }

  async postpone(holder: string, id: string, after: Postponed): Promise<void> {
    const { delayMs, tries, error } = after;
    await this.#run("postpone job", (values, now) => {
      const [by, one] = [values.add(holder), values.add(id)];
      const dueAt = sql`${now} + ${values.add(delayMs && Math.round(delayMs))}`;
      const [tried, why] = [values.add(tries), values.add(error)];
      return () =>
        sql`update ${table} set due_at = ${dueAt}, tries = ${tried}, last_error = ${why}, leased_by = null, leased_until = null where id = ${one} and leased_by = ${by}`;
    });
  }

  async nextMs(kinds: readonly string[]): Promise<number | undefined> {
    const [[ms] = []] = await this.#rows(`next job ${kinds.length}`, (values, now) => {
      const among = sql.join(kinds.map((kind) => values.add(kind)));
      const free = sql`case when leased_until > due_at then leased_until else due_at end`;
      return () => sql`select min(${free}) - ${now} from ${table} where kind in (${among})`;
    });
    return ms === null || ms === undefined ? undefined : Number(ms);
  }

  async facts(): Promise<JobFacts> {
    const [row = []] = await this.#rows("job facts", (_, now) => {
      const isHeld = sql`leased_until > ${now}`;
      const due = sql`case when ${isHeld} then null else due_at end`;
      return () =>
        sql`select count(${due}), count(case when ${isHeld} then 1 end), count(case when due_at is null then 1 end), ${now} - min(${due}) from ${table}`;
    });
    const [waiting = 0, running = 0, dead = 0, oldest = 0] = row.map(Number);
    return { waiting, running, dead, oldestDueMs: Math.max(0, oldest) };
  }

  async #rows(key: string, take: Take): Promise<unknown[][]> {
    const { text, parameters } = this.#statement(key, take);
    return await this.#context.connection.rows(text, parameters);
  }

  async #run(key: string, take: Take): Promise<number> {
    const { text, parameters } = this.#statement(key, take);
    return await this.#context.connection.run(text, parameters);
  }

  #statement(key: string, take: Take): { text: string; parameters: Parameter[] } {
    const { statements } = this.#context;
    const values = statements.values();
    const now = statements.dialect.now ?? sql`${values.add(this.#now().getTime())}`;
    const statement = statements.prepare(key, take(values, now));
    return { text: statement.sql, parameters: bind(statement, values) };
  }
}

/** Collects the values of a statement and returns the function that builds it. */
type Take = (values: Values, now: Sql) => () => Sql;

/** A payload is written by `add` only. */
function payloadOf(stored: unknown): JsonValue {
  return JSON.parse(String(stored));
}
