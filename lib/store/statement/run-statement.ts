import type { Sql } from "@/lib/store/port/engine";
import type { Values } from "./parameterized-filter";
import type { ReadContext } from "./read-context";
import { bind } from "./statements";

/** Adds the values of one call, and returns a function that builds the statement for all calls. */
export type Take = (values: Values) => () => Sql;

/** Runs a query and returns its rows. `key` identifies the statement, which is built once. */
export async function queryRows(
  { connection, statements }: ReadContext,
  key: string,
  take: Take,
): Promise<unknown[][]> {
  const values = statements.values();
  const statement = statements.prepare(key, take(values));
  return await connection.rows(statement.sql, bind(statement, values));
}

/** Runs a change and returns the number of changed rows. `key` is as for `queryRows`. */
export async function runStatement(
  { connection, statements }: ReadContext,
  key: string,
  take: Take,
): Promise<number> {
  const values = statements.values();
  const statement = statements.prepare(key, take(values));
  return await connection.run(statement.sql, bind(statement, values));
}
