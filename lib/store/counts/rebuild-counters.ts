import { sql } from "kysely";
import type { Connection, Engine, Sql } from "@/lib/store/port/engine";
import { type Counter, counterExpression } from "@/lib/store/schema/counters";
import type { LinkedColumn, Table } from "@/lib/store/schema/table";
import { countTable } from "./counts";

const counts = sql.table(countTable);
const settings = sql.table("tocsin_setting");

/** Rebuilds the counters of a resource when their set differs from the stored one. */
export async function rebuildCounters(
  engine: Engine,
  connection: Connection,
  table: Table,
): Promise<void> {
  const { path } = table.resource;
  const { name, wanted } = counterForm(table);
  const { builder } = engine.dialect;
  const asked = sql`select value from ${settings} where name = ${name}`.compile(builder);
  const [kept] = await connection.rows(asked.sql, asked.parameters);
  if (kept?.[0] === wanted) return;
  const statements = [
    sql`delete from ${counts} where resource = ${path}`,
    ...table.counters.map((counter) => tally(table, counter)),
    ...table.lists.map((list) => listTally(table, list)),
    sql`insert into ${settings} (name, value) values (${name}, ${wanted}) on conflict (name) do update set value = excluded.value`,
  ];
  for (const statement of statements) {
    const { sql: text, parameters } = statement.compile(builder);
    await connection.run(text, parameters);
  }
}

/**
 * Returns the name of the setting that lists a resource's counters, and its value when the counters
 * match the definition.
 */
export function counterForm({ resource, counters, lists }: Table): {
  readonly name: string;
  readonly wanted: string;
} {
  const [, ...own] = counters;
  const wanted = [...own, ...lists].map(({ name }) => name).join();
  return { name: `counters of ${resource.path}`, wanted };
}

function tally({ name, resource, byName }: Table, counter: Counter): Sql {
  const value = counterExpression(counter);
  const project = byName.has("projectId") ? sql`coalesce("projectId", '')` : sql`''`;
  return sql`insert into ${counts} (resource, column_name, value, project_id, amount) select ${resource.path}, ${counter.name}, ${value}, ${project}, count(*) from ${sql.table(name)} group by 3, 4`;
}

function listTally({ resource }: Table, { name, link }: LinkedColumn): Sql {
  return sql`insert into ${counts} (resource, column_name, value, project_id, amount) select ${resource.path}, ${name}, "targetId", coalesce("projectId", ''), count(*) from ${sql.table(link)} group by 3, 4`;
}
