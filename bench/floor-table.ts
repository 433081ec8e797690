import type Sqlite from "better-sqlite3";
import { incident } from "@/lib/resources/incidents/incident";
import { resources } from "@/lib/resources/index";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import type { StoredType } from "@/lib/schema/values/kind";
import { tablesOf } from "@/lib/store/schema/tables";

/** A record in the values of SQLite. */
export type Stored = Record<string, string | number | null>;

const { columns } = shapeOf(incident);

/** Every column including `version`, and those in responses. */
export const allNames = columns.map(({ name }) => name);
export const shownNames = columns.filter(({ field }) => !field.hidden).map(({ name }) => name);

const namesOfType = (type: StoredType) =>
  columns.filter(({ field }) => kindOf(field).codec.type === type).map(({ name }) => name);
const booleans = namesOfType("boolean");
const parsed = namesOfType("json");

/** Columns with a counter row for each value. */
export const countedNames = columns.flatMap(({ name, field, relation }) =>
  relation !== undefined && field.indexed ? [name] : [],
);

/**
 * Creates the tables: incidents with the columns and indexes of the product, counters, and a change
 * log.
 */
export function createFloorTables(db: Sqlite.Database): void {
  const indexes = tablesOf(resources.values()).get(incident.path)?.indexes ?? [];
  const lines = columns.map(
    ({ name, field }) => `"${name}" ${sqlType(name, kindOf(field).codec.type)}`,
  );
  db.exec(`
    create table incident (${lines.join(", ")});
    create table counter (name text primary key, value integer not null) without rowid;
    create table change_log (
      sequence integer primary key, _id text, at text, projectId text, resource text, recordId text,
      operation text, actorType text, actorId text, actorName text, channel text, requestId text,
      "before" text, "after" text
    );
    create index change_log_record on change_log (recordId, sequence);
    create index change_log_project on change_log (projectId, at, _id);
  `);
  for (const { name, columns: names, unique } of indexes) {
    const list = names.map((column) => `"${column}"`).join(", ");
    db.exec(`create ${unique ? "unique " : ""}index ${name} on incident (${list})`);
  }
}

function sqlType(name: string, type: StoredType): string {
  if (name === "_id") return "text primary key not null";
  if (type === "boolean" || type === "integer") return "integer";
  return type === "number" ? "real" : "text";
}

/** Opens a connection with the settings that make a committed write survive a power cut. */
export function durable(db: Sqlite.Database): Sqlite.Database {
  db.pragma("journal_mode = wal");
  db.pragma("synchronous = full");
  return db;
}

/** Returns the record as in responses; changes `stored`. */
export function shown(stored: Stored): unknown {
  const record: Record<string, unknown> = stored;
  for (const name of booleans) {
    const value = record[name];
    if (value !== undefined) record[name] = value === null ? null : value === 1;
  }
  for (const name of parsed) {
    const value = record[name];
    if (typeof value === "string") record[name] = JSON.parse(value);
  }
  return record;
}

/** Returns a value as stored in its column. */
export function cell(value: Row[string] | undefined): string | number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "object" ? JSON.stringify(value) : value;
}

/** Returns the statement that inserts a whole incident, its values in the order of `allNames`. */
export function insertIncident(db: Sqlite.Database): Sqlite.Statement {
  const names = allNames.map((name) => `"${name}"`).join(", ");
  return db.prepare(`insert into incident (${names}) values (${allNames.map(() => "?").join()})`);
}

/**
 * Returns the counter rows of a record: that of its project, and one for each value of a counted
 * column.
 */
export function countersOf(row: Readonly<Record<string, unknown>>): string[] {
  const project = String(row["projectId"]);
  return [
    `incident:${project}`,
    ...countedNames.map((name) => `incident.${name}:${String(row[name] ?? "")}:${project}`),
  ];
}
