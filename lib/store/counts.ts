import { sql } from "kysely";
import type { Filter, Projects } from "@/lib/schema/filter";
import type { Access } from "./access";
import type { Connection } from "./engine";
import { fill, type Plans } from "./plans";
import { isAnyOf, reachKey } from "./scope";
import type { Table } from "./table";

/** The table of counter rows. */
export const countTable = "tocsin_record_count";

/**
 * What to add up: the counter rows of a column for some of its values. Column and value "" stand for all
 * records; a null value, like a null project, is "".
 */
export interface Tally {
  readonly column: string;
  readonly values: readonly string[];
}

/** The counter rows that answer a count, or undefined when they cannot. */
export function tallyFor(table: Table, conjuncts: readonly Filter[]): Tally | undefined {
  const [filter] = conjuncts;
  if (table.resource.scope === "people" || conjuncts.length > 1) return undefined;
  return filter ? tallyOf(table, filter) : { column: "", values: [""] };
}

/** The counter rows of the records that meet a condition on a counted relation, or undefined. */
export function tallyOf(table: Table, filter: Filter): Tally | undefined {
  if (!("column" in filter)) return undefined;
  const { column } = filter;
  if (!table.counted.some(({ name }) => name === column)) return undefined;
  if (filter.op === "isNull") return { column, values: [""] };
  if (filter.op === "in") return { column, values: filter.values.map(String) };
  if (filter.op !== "eq") return undefined;
  return { column, values: filter.orNull ? [String(filter.value), ""] : [String(filter.value)] };
}

/** Adds up the counter rows of a tally in the given projects. */
export async function countByTally(
  access: Access,
  table: Table,
  tally: Tally,
  projects: Projects,
): Promise<number> {
  const { connection, plans } = access;
  await access.settleCounters?.();
  const values = plans.values();
  const rows = tallyRows(values, table, tally);
  const reach = values.takeProjects(projects);
  const plan = plans.plan(`tally ${rows.size} ${reachKey(reach)}`, () => {
    const inProjects = reach === "all" ? sql`` : sql` and ${isAnyOf(reach)(sql`project_id`)}`;
    return sql`select coalesce(sum(amount), 0) from ${sql.table(countTable)} where ${rows.test}${inProjects}`;
  });
  const [row] = await connection.rows(plan.sql, fill(plan, values));
  return Number(row?.[0] ?? 0);
}

const mostProjects = 32;

/** The projects that hold any record of a tally; "all" when they are many, or some record has no project. */
export async function projectsWith(access: Access, table: Table, tally: Tally): Promise<Projects> {
  const { connection, plans } = access;
  await access.settleCounters?.();
  const values = plans.values();
  const rows = tallyRows(values, table, tally);
  const plan = plans.plan(
    `projects ${rows.size}`,
    () =>
      sql`select distinct project_id from ${sql.table(countTable)} where ${rows.test} and amount > 0 limit ${sql.lit(mostProjects + 1)}`,
  );
  const found = await connection.rows(plan.sql, fill(plan, values));
  const projects = found.map(([project]) => String(project));
  return projects.length > mostProjects || projects.includes("") ? "all" : projects;
}

function tallyRows(
  values: ReturnType<Plans["values"]>,
  table: Table,
  tally: Tally,
): { size: number; test: ReturnType<typeof sql> } {
  const resource = values.take(table.resource.path);
  const column = values.take(tally.column);
  const slots = values.takeAll(tally.values);
  const test = sql`resource = ${resource} and column_name = ${column} and ${isAnyOf(slots)(sql`value`)}`;
  return { size: slots.length, test };
}

/** Changes to counters, gathered over a transaction and written with one statement. */
export class Deltas {
  readonly #amounts = new Map<string, Delta>();

  /** Counts a record in (1) or out (-1). `values` are those of the counted columns, in their order. */
  add(table: Table, project: unknown, values: readonly unknown[], amount: 1 | -1): void {
    this.#add([table.resource.path, "", "", text(project)], amount);
    this.change(table, project, values, amount);
  }

  /** Counts only the values of a record in or out, for a record that stays. */
  change(table: Table, project: unknown, values: readonly unknown[], amount: 1 | -1): void {
    table.counted.forEach((column, place) => {
      this.#add([table.resource.path, column.name, text(values[place]), text(project)], amount);
    });
  }

  #add(keys: Delta["keys"], amount: number): void {
    const key = keys.join(" ");
    const known = this.#amounts.get(key);
    if (known) known.amount += amount;
    else this.#amounts.set(key, { keys, amount });
  }

  /** Writes what has changed since the last call. */
  async write(connection: Connection, plans: Plans): Promise<void> {
    if (this.#amounts.size === 0) return;
    const changed = [...this.#amounts.values()].filter(({ amount }) => amount !== 0);
    this.#amounts.clear();
    for (let from = 0; from < changed.length; from += 64) {
      await writeDeltas(connection, plans, changed.slice(from, from + 64));
    }
  }
}

interface Delta {
  readonly keys: readonly [resource: string, column: string, value: string, project: string];
  amount: number;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

async function writeDeltas(connection: Connection, plans: Plans, changed: Delta[]): Promise<void> {
  const values = plans.values();
  const rows = changed.map(({ keys, amount }) =>
    [...keys, amount].map((item) => values.take(item)),
  );
  const plan = plans.plan(`deltas ${rows.length}`, () => {
    const lines = sql.join(rows.map((row) => sql`(${sql.join(row)})`));
    return sql`insert into ${sql.table(countTable)} (resource, column_name, value, project_id, amount) values ${lines} on conflict (resource, column_name, value, project_id) do update set amount = ${sql.table(countTable)}.amount + excluded.amount`;
  });
  await connection.run(plan.sql, fill(plan, values));
}
