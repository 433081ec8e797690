import type { Resource } from "@/lib/schema/resource";
import type { StoredType } from "@/lib/schema/values/kind";
import { countTable } from "@/lib/store/counts/counts";
import { periodTable } from "@/lib/store/periods/period-table";
import type { TableSource } from "@/lib/store/port/readable-database";
import type { Table } from "@/lib/store/schema/table";
import { tablesOf } from "@/lib/store/schema/tables";
import { contentTable } from "@/lib/store/system-tables/content";
import { jobTable } from "@/lib/store/system-tables/job-table";

/** Type of a column in a checksum: a type of the store, bytes, or the engine's own type. */
export type ContentType = StoredType | "bytes" | "plain";

/** A table and a selection of its columns. */
export interface TableSelection {
  readonly name: string;
  /** Columns that identify a row. */
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, ContentType>>;
}

const texts = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name): [string, ContentType] => [name, "text"]));

/** The store's own tables whose content cannot be derived from the records. */
const ownTables: readonly TableSelection[] = [
  { name: "tocsin_setting", key: ["name"], columns: texts("name", "value") },
  { name: "tocsin_counter", key: ["name"], columns: { name: "text", value: "integer" } },
  {
    name: "tocsin_kept_answer",
    key: ["caller", "path", "key"],
    columns: texts("caller", "path", "key", "body_hash", "record_id", "answer", "kept_at"),
  },
  {
    name: contentTable,
    key: ["record_id", "place"],
    columns: { record_id: "text", place: "integer", bytes: "bytes" },
  },
  {
    name: jobTable,
    key: ["id"],
    columns: {
      ...texts("id", "kind", "key", "payload", "leased_by", "last_error"),
      ...{ due_at: "integer", tries: "integer", leased_until: "integer" },
    },
  },
];

/**
 * Returns the tables of a deployment and their columns as this version defines them, without
 * derived data.
 */
export async function contentTables(
  source: TableSource,
  resources: Iterable<Resource>,
): Promise<TableSelection[]> {
  const present = await source.tables();
  const defined = [...tablesOf(resources).values()].map(
    ({ name, columns }): TableSelection => ({
      name,
      key: keyOf(name),
      columns: Object.fromEntries(columns.map((one) => [one.name, one.codec.type])),
    }),
  );
  const accounts = present.filter((name) => name.startsWith("auth_")).sort();
  const signIn = await Promise.all(accounts.map((name) => accountTable(source, name)));
  return [...defined, ...ownTables, ...signIn].filter(({ name }) => present.includes(name));
}

/**
 * Returns all tables of a deployment in an open database by name, with all columns, derived ones
 * included.
 */
export async function wholeTables(
  source: TableSource,
  tables: Iterable<Table>,
): Promise<Map<string, TableSelection>> {
  const byName = new Map([...tables].map((table) => [table.name, table]));
  const links = [...byName.values()].flatMap(({ lists }) => lists.map(({ link }) => link));
  const derived = new Map<string, readonly string[]>([
    [countTable, ["resource", "column_name", "value", "project_id"]],
    [periodTable, ["owner_id", "project_id", "week"]],
  ]);
  for (const link of links) derived.set(link, ["ownerId", "targetId"]);
  const whole = new Map<string, TableSelection>();
  for (const name of [...(await source.tables())].sort()) {
    const table = byName.get(name);
    const own = ownTables.find((one) => one.name === name);
    const isKnown = table !== undefined || own !== undefined || name.startsWith("auth_");
    if (!isKnown && !derived.has(name)) continue;
    const types: Readonly<Record<string, ContentType>> =
      own?.columns ??
      Object.fromEntries((table?.columns ?? []).map((one) => [one.name, one.codec.type]));
    const columns = [...(await source.columns(name))].sort();
    whole.set(name, {
      name,
      key: table?.sequence ? [table.sequence] : (derived.get(name) ?? keyOf(name)),
      columns: Object.fromEntries(columns.map((column) => [column, types[column] ?? "plain"])),
    });
  }
  return whole;
}

/** Returns the columns that identify a row of a content table. */
export function keyOf(table: string): readonly string[] {
  const own = ownTables.find(({ name }) => name === table);
  return own?.key ?? [table.startsWith("auth_") ? "id" : "_id"];
}

/** The tables for sign-in have no definition; their columns come from the database. */
async function accountTable(source: TableSource, name: string): Promise<TableSelection> {
  const columns = [...(await source.columns(name))].sort();
  const all = Object.fromEntries(columns.map((one) => [one, "plain" as const]));
  return { name, key: keyOf(name), columns: all };
}
