import { resources } from "@/lib/resources/index";
import type { Table } from "@/lib/store/schema/table";
import { tablesOf } from "@/lib/store/schema/tables";

/** Runs a query of literal SQL and returns its rows as objects. */
export type Ask = (text: string) => Promise<readonly Record<string, unknown>[]>;

/**
 * Returns the contradictions in a database: counters, links of lists, the change log. Empty if
 * there are none.
 */
export async function contradictions(
  ask: Ask,
  type: "sqlite" | "postgres" = "sqlite",
): Promise<string[]> {
  const tables = [...tablesOf(resources.values()).values()];
  const found: string[] = [];
  for (const table of tables) {
    found.push(...(await counterFaults(ask, table)));
    found.push(...(await linkFaults(ask, table, elements[type])));
    found.push(...(await logFaults(ask, table)));
  }
  return found;
}

/** Compares counter rows with count(*), for each project and each value of a counted relation. */
async function counterFaults(ask: Ask, table: Table): Promise<string[]> {
  const { path } = table.resource;
  const project = table.byName.has("projectId") ? `coalesce("projectId", '')` : "''";
  const faults: string[] = [];
  for (const { name: column, columns } of table.counters) {
    const values = columns.map(({ name }) => `coalesce("${name}", '')`);
    const value = values.length === 0 ? "''" : values.join(" || ' ' || ");
    const real = await ask(
      `select ${value} as v, ${project} as p, count(*) as n from "${table.name}" group by 1, 2`,
    );
    const kept = await ask(
      `select value as v, project_id as p, amount as n from tocsin_record_count where resource = '${path}' and column_name = '${column}' and amount <> 0`,
    );
    const lines = (rows: typeof real) => rows.map(({ v, p, n }) => `${v}|${p}|${n}`).sort();
    if (lines(real).join() !== lines(kept).join()) {
      faults.push(`${path}.${column}: ${lines(real)} records, counters say ${lines(kept)}`);
    }
  }
  return faults;
}

const elements = {
  sqlite: (list: string) => `json_each(${list}) as j`,
  postgres: (list: string) => `json_array_elements_text(${list}::json) as j (value)`,
};

/** Compares the link rows of each list with the list in the record. */
async function linkFaults(
  ask: Ask,
  table: Table,
  elementsOf: (list: string) => string,
): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, link } of table.columns) {
    if (link === undefined) continue;
    const held = `select t._id as o, j.value as x from "${table.name}" t, ${elementsOf(`t."${name}"`)}`;
    const links = `select "ownerId" as o, "targetId" as x from "${link}"`;
    const differing = await ask(
      `select * from (${held} except ${links}) as a union all select * from (${links} except ${held}) as b`,
    );
    if (differing.length > 0) faults.push(`${link}: ${JSON.stringify(differing.slice(0, 3))}`);
  }
  return faults;
}

/**
 * Each logged record exists exactly if its last entry is no deletion. Records created without the
 * log are skipped.
 */
async function logFaults(ask: Ask, table: Table): Promise<string[]> {
  const { path } = table.resource;
  const last = `select "recordId" as id, operation from change_log where resource = '${path}' and sequence in (select max(sequence) from change_log where resource = '${path}' and "recordId" is not null group by "recordId")`;
  const wrong = await ask(
    `select l.id, l.operation from (${last}) l left join "${table.name}" t on t._id = l.id where (l.operation = 'delete') = (t._id is not null)`,
  );
  return wrong.map(({ id, operation }) => `${path} ${id}: the log ends with ${operation}`);
}
