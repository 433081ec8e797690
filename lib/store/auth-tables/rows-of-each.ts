import { sql } from "kysely";
import type { Parameter, Sql } from "@/lib/store/port/engine";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";

/** Limit on the parameters of one statement. */
const mostAtOnce = 500;

/**
 * Returns the rows that a query finds for any number of values. `key` identifies the query, and
 * `build` gets the values as a list for `in (…)`.
 */
export async function rowsOfEach(
  { connection, statements }: ReadContext,
  key: string,
  wanted: readonly Parameter[],
  build: (list: Sql) => Sql,
): Promise<unknown[][]> {
  const found: unknown[][] = [];
  for (let start = 0; start < wanted.length; start += mostAtOnce) {
    const values = statements.values();
    const list = values.addAll(wanted.slice(start, start + mostAtOnce));
    const statement = statements.prepare(`${key} ${list.length}`, () => build(sql.join(list)));
    found.push(...(await connection.rows(statement.sql, bind(statement, values))));
  }
  return found;
}
