import { sql } from "kysely";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Sql } from "@/lib/store/port/engine";
import type { StoredColumn } from "./table";

/** What a record is counted by: columns whose values together have one counter row a project. */
export interface Counter {
  /** What `column_name` holds: the names of the columns, "" for the counter of all records. */
  readonly name: string;
  readonly columns: readonly StoredColumn[];
}

/**
 * The counters of a table: of all records, of each relation that is filtered by, and of each two of those that refer to
 * what a project keeps in an order. Such lists, of states and severities, are short, so their pairs are few.
 */
export function countersOf(
  counted: readonly StoredColumn[],
  resources: ReadonlyMap<string, Resource>,
): Counter[] {
  const short = counted.filter(({ source }) => isOrdered(resources.get(source.field.to ?? "")));
  const pairs = short.flatMap((one, place) => short.slice(place + 1).map((other) => [one, other]));
  return [[], ...counted.map((column) => [column]), ...pairs].map((columns) => ({
    name: columns.map(({ name }) => name).join(" "),
    columns,
  }));
}

function isOrdered(resource: Resource | undefined): boolean {
  const fields = Object.values(resource?.fields ?? {});
  return fields.some(({ ordersWithin }) => ordersWithin === "projectId");
}

/** Values of a counter's columns as one; null is "". They are ids, which hold no space. */
export function counterValue(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === "string" ? value : "")).join(" ");
}

/** The value under which a row is counted. */
export function valueIn({ columns }: Counter, row: Row): string {
  return counterValue(columns.map(({ name }) => row[name]));
}

/** The same as an expression over the table. */
export function counterExpression({ columns }: Counter): Sql {
  if (columns.length === 0) return sql`''`;
  const values = columns.map(({ name }) => sql`coalesce(${sql.ref(name)}, '')`);
  return sql.join(values, sql` || ' ' || `);
}
