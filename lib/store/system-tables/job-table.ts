import { sql } from "kysely";
import type { Connection, Parameter, Sql } from "@/lib/store/port/engine";
import type {
  JobFacts,
  JobTable,
  LeasedJob,
  LeasedKinds,
  NewJob,
  Postponed,
} from "@/lib/store/port/jobs";
import { newId } from "@/lib/store/port/new-id";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { type StatementRunner, statementsOn } from "@/lib/store/statement/run-statement";

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
  readonly #on: StatementRunner;
  readonly #now: () => Sql | Parameter;
  readonly #onAdd: () => void;

  constructor(context: ReadContext, now: () => Date, onAdd: () => void) {
    const { dialect } = context.statements;
    this.#on = statementsOn(context);
    this.#now = () => dialect.now ?? now().getTime();
    this.#onAdd = onAdd;
  }

  async add({ kind, key, payload = null, delayMs = 0 }: NewJob): Promise<boolean> {
    const id = newId();
    const job = [id, kind, key ?? id, JSON.stringify(payload)];
    const added = await this.#on
      .run`insert into ${table} (id, kind, key, payload, due_at, tries) values (${job}, ${this.#now()} + ${Math.round(delayMs)}, 0) on conflict (kind, key) do nothing`;
    if (added > 0) this.#onAdd();
    return added > 0;
  }

  async lease(
    holder: string,
    forMs: number,
    { all, exclusive }: LeasedKinds,
    most: number,
  ): Promise<LeasedJob[]> {
    const now = this.#now();
    // A list in SQL has at least one element, and no kind has an empty name.
    const alone = exclusive.length > 0 ? exclusive : [""];
    const rows = await this.#on
      .rows`update ${table} set leased_by = ${holder}, leased_until = ${now} + ${forMs}, tries = tries + 1 where id in (
        select id from ${table} as job where due_at <= ${now} and (leased_until is null or leased_until <= ${now}) and kind in (${all})
          and (kind not in (${alone}) or not exists (
            select 1 from ${table} as other where other.kind = job.kind and other.id <> job.id
              and (other.leased_until > ${now} or (other.due_at <= ${now} and (other.due_at < job.due_at or (other.due_at = job.due_at and other.id < job.id))))
          ))
          order by due_at, id limit ${most}
      ) returning id, kind, key, payload, tries`;
    return rows.map(([id, kind, key, payload, tries]) => ({
      ...{ id: String(id), kind: String(kind), key: String(key), tries: Number(tries) },
      payload: String(payload),
    }));
  }

  async correctDueTimes(kind: string, mostMs: number): Promise<void> {
    const now = this.#now();
    await this.#on
      .run`update ${table} set due_at = ${now} where kind = ${kind} and due_at > ${now} + ${mostMs} and (leased_until is null or leased_until <= ${now})`;
  }

  async renew(holder: string, forMs: number, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#on
      .rows`update ${table} set leased_until = ${this.#now()} + ${forMs} where leased_by = ${holder} and id in (${ids}) returning id`;
    return new Set(rows.map(([id]) => String(id)));
  }

  async finish(holder: string, id: string): Promise<void> {
    await this.#on.run`delete from ${table} where id = ${id} and leased_by = ${holder}`;
  }

  async postpone(holder: string, id: string, after: Postponed): Promise<void> {
    const { delayMs, tries, error } = after;
    const delay = delayMs && Math.round(delayMs);
    await this.#on
      .run`update ${table} set due_at = ${this.#now()} + ${delay}, tries = ${tries}, last_error = ${error}, leased_by = null, leased_until = null where id = ${id} and leased_by = ${holder}`;
  }

  async nextMs(kinds: readonly string[]): Promise<number | undefined> {
    const [[ms] = []] = await this.#on
      .rows`select min(case when leased_until > due_at then leased_until else due_at end) - ${this.#now()} from ${table} where kind in (${kinds})`;
    return ms === null || ms === undefined ? undefined : Number(ms);
  }

  async facts(): Promise<JobFacts> {
    const now = this.#now();
    const [row = []] = await this.#on
      .rows`select count(due), count(held), count(dead), ${now} - min(due) from (
        select case when leased_until > ${now} then null else due_at end as due,
          case when leased_until > ${now} then 1 end as held, case when due_at is null then 1 end as dead from ${table}
      ) as jobs`;
    const [waiting = 0, running = 0, dead = 0, oldest = 0] = row.map(Number);
    return { waiting, running, dead, oldestDueMs: Math.max(0, oldest) };
  }
}
