import { sql } from "kysely";
import type { Resource } from "@/lib/schema/resource";
import { countTable } from "@/lib/store/counts/counts";
import { counterForm } from "@/lib/store/counts/rebuild-counters";
import { periodTable } from "@/lib/store/periods/period-table";
import type { Sql } from "@/lib/store/port/engine";
import type { ReadableDatabase } from "@/lib/store/port/readable-database";
import { counterExpression } from "@/lib/store/schema/counters";
import type { Table } from "@/lib/store/schema/table";
import { tablesOf } from "@/lib/store/schema/tables";
import { periodForm, periodSetting } from "@/lib/store/upgrade/rebuild-periods";
import { searchForm, searchSetting } from "@/lib/store/upgrade/rebuild-text-index";
import { periodFaults } from "./period-faults";
import { countOf, rowsOf } from "./readable-database";
import { searchFaults } from "./search-faults";

/**
 * A question about a whole database and the contradictions found; `faults` is empty when there are
 * none.
 */
export interface ConsistencyCheck {
  readonly question: string;
  readonly faults: readonly string[];
}

/**
 * Checks the consistency of a database: its structure, counters against records, links against
 * lists, the search index against the words of records, packed events against their records, records
 * against their projects. Dangling references are no fault (`REFERENCES=loose` stores them).
 */
export async function checkConsistency(
  readable: ReadableDatabase,
  resources: Iterable<Resource>,
): Promise<ConsistencyCheck[]> {
  const all = [...tablesOf(resources).values()];
  const { current, counted, searched, packed } = await upToDate(readable, all);
  const over = async (
    question: string,
    tables: readonly Table[],
    look: (readable: ReadableDatabase, table: Table) => Promise<string[]>,
  ): Promise<ConsistencyCheck> => {
    const faults: string[] = [];
    for (const table of tables) faults.push(...(await look(readable, table)));
    return { question, faults };
  };
  return [
    { question: "the engine's own check", faults: await readable.faults() },
    await over("counters agree with records", counted, counterFaults),
    await over("links agree with lists", current, linkFaults),
    await over("records belong to projects", current, projectFaults),
    await over("the search index agrees with records", searched, searchFaults),
    await over("packed events agree with records", packed, periodFaults),
  ];
}

/**
 * Returns the tables that have the form of this version, and those among them whose counters and
 * search entries also do. Data of an older version cannot be checked before the next start migrates
 * it.
 */
async function upToDate(readable: ReadableDatabase, all: readonly Table[]) {
  const present = new Set(await readable.tables());
  const current: Table[] = [];
  for (const table of all) {
    const has = new Set(present.has(table.name) ? await readable.columns(table.name) : []);
    const isWhole = table.columns.every(({ name }) => has.has(name));
    if (isWhole && table.lists.every(({ link }) => present.has(link))) current.push(table);
  }
  const rows = await rowsOf(readable, sql`select name, value from tocsin_setting`);
  const settings = new Map(rows.map(([name, value]) => [String(name), String(value)]));
  const counted = current.filter((table) => {
    const { name, wanted } = counterForm(table);
    return settings.get(name) === wanted;
  });
  const hasIndex = settings.get(searchSetting) === searchForm(all) && present.has("tocsin_search");
  const isPacked = settings.get(periodSetting) === periodForm && present.has(periodTable);
  return { current, counted, searched: hasIndex ? current : [], packed: isPacked ? current : [] };
}

async function counterFaults(readable: ReadableDatabase, table: Table): Promise<string[]> {
  const { path } = table.resource;
  const project = table.byName.has("projectId") ? sql`coalesce("projectId", '')` : sql`''`;
  const faults: string[] = [];
  for (const counter of table.counters) {
    const real = sql`select ${counterExpression(counter)} as v, ${project} as p, count(*) as n from ${sql.table(table.name)} group by 1, 2`;
    faults.push(...(await differing(readable, path, counter.name, real)));
  }
  for (const { name, link } of table.lists) {
    const real = sql`select "targetId" as v, coalesce("projectId", '') as p, count(*) as n from ${sql.table(link)} group by 1, 2`;
    faults.push(...(await differing(readable, path, name, real)));
  }
  return faults;
}

async function differing(
  readable: ReadableDatabase,
  path: string,
  column: string,
  real: Sql,
): Promise<string[]> {
  const kept = sql`select value as v, project_id as p, -amount as n from ${sql.table(countTable)} where resource = ${path} and column_name = ${column}`;
  const wrong = sql`select v, p from (${real} union all ${kept}) as both_sides group by v, p having sum(n) <> 0`;
  const many = await countOf(readable, sql`select count(*) from (${wrong}) as wrong_ones`);
  return many === 0 ? [] : [`${path}${column && `.${column}`}: ${many} counters are wrong`];
}

async function linkFaults(readable: ReadableDatabase, table: Table): Promise<string[]> {
  const { elements } = readable.dialect;
  const faults: string[] = [];
  for (const { name, link } of table.lists) {
    const list = sql`t.${sql.ref(name)}`;
    const own = sql`select 1 from ${sql.table(table.name)} as t where t."_id" = l."ownerId" and l."targetId" in (${elements(list)})`;
    const stray = await countOf(
      readable,
      sql`select count(*) from ${sql.table(link)} as l where not exists (${own})`,
    );
    const held = await countOf(
      readable,
      sql`select coalesce(sum((select count(distinct value) from (${elements(list)}) as e)), 0) from ${sql.table(table.name)} as t where ${list} is not null`,
    );
    const links = await countOf(readable, sql`select count(*) from ${sql.table(link)}`);
    if (stray > 0 || held !== links) {
      faults.push(
        `${table.resource.path}.${name}: ${held} elements, ${links} links, ${stray} of them stray`,
      );
    }
  }
  return faults;
}

async function projectFaults(readable: ReadableDatabase, table: Table): Promise<string[]> {
  const { path, scope } = table.resource;
  if (scope !== "project" || !table.byName.has("projectId")) return [];
  const lost = await countOf(
    readable,
    sql`select count(*) from ${sql.table(table.name)} as t where t."projectId" is not null and not exists (select 1 from project as p where p."_id" = t."projectId")`,
  );
  return lost === 0 ? [] : [`${path}: ${lost} records belong to no project`];
}
