import { sql } from "kysely";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Sql } from "@/lib/store/port/engine";
import type { StoredColumn } from "./table";

/** A counter: columns whose values together have one counter row per project. */
export interface Counter {
  /** Value of `column_name`: the column names, "" for the counter of all records. */
  readonly name: string;
  readonly columns: readonly StoredColumn[];
}

/**
 * Returns the counters of a table: of all records, of each indexed relation, and of each pair of
 * relations to ordered resources of a project. Ordered resources, such as states and severities,
 * are short, so pairs are few.
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

/** Joins the values of a counter's columns; null is "". They are ids, which contain no space. */
export function counterValue(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === "string" ? value : "")).join(" ");
}

/** Returns the value under which a row is counted. */
export function valueIn({ columns }: Counter, row: Row): string {
  return counterValue(columns.map(({ name }) => row[name]));
}

/** Returns the same value as an expression over the table. */
export function counterExpression({ columns }: Counter): Sql {
  if (columns.length === 0) return sql`''`;
  const values = columns.map(({ name }) => sql`coalesce(${sql.ref(name)}, '')`);
  return sql.join(values, sql` || ' ' || `);
}
