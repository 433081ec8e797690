import { sql } from "kysely";
import type { Parameter, Sql } from "@/lib/store/port/engine";
import type { ReadContext } from "./read-context";
import { send } from "./send";
import { bind } from "./statements";

/** A part of a statement: SQL that is always the same in its place, a value, or a list of values. */
type Part = Sql | Parameter | readonly Parameter[];

/** Runs the statement of a template. Its values become parameters, a list is split by commas. */
type Run<T> = (text: TemplateStringsArray, ...parts: readonly Part[]) => Promise<T>;

/**
 * The statements of one context: `rows` returns what is found, `run` the number of changed rows,
 * `send` nothing.
 */
export interface StatementRunner {
  readonly rows: Run<unknown[][]>;
  readonly run: Run<number>;
  readonly send: Run<void>;
}

/** Returns the runner of a context. A template is built once for each length of its lists. */
export function statementsOn({ connection, statements }: ReadContext): StatementRunner {
  const prepared = (text: TemplateStringsArray, parts: readonly Part[]) => {
    const values = statements.values();
    let key = nameOf(text);
    const params = parts.map((part) => {
      if (isSql(part)) return part;
      if (!isList(part)) return values.add(part);
      key += ` ${part.length}`;
      return sql.join(part.map((value) => values.add(value)));
    });
    const statement = statements.prepare(key, () => sql(text, ...params));
    return [statement.sql, bind(statement, values)] as const;
  };
  return {
    rows: async (text, ...parts) => await connection.rows(...prepared(text, parts)),
    run: async (text, ...parts) => await connection.run(...prepared(text, parts)),
    send: (text, ...parts) => send(connection, ...prepared(text, parts)),
  };
}

function isSql(part: Part): part is Sql {
  return typeof part === "object" && part !== null && "isRawBuilder" in part;
}

function isList(part: Parameter | readonly Parameter[]): part is readonly Parameter[] {
  return Array.isArray(part);
}

const names = new WeakMap<TemplateStringsArray, string>();
let named = 0;

/** Returns the same name for the same place in the code, which has one array of strings. */
function nameOf(text: TemplateStringsArray): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  named += 1;
  const name = `statement ${named}`;
  names.set(text, name);
  return name;
}
