import { type CreateTableBuilder, Kysely, SqliteDialect, sql } from "kysely";
import type { JsonValue } from "@/lib/schema/json";
import type { Dialect, JsonEntry, Parameter, Sql } from "@/lib/store/port/engine";
import type { TextOperand } from "@/lib/store/port/text-index";
import { withoutConnection } from "@/lib/store/statement/without-connection";
import { textOfUtf8 } from "@/lib/store/text/utf8";
import { jsonCompare, jsonEquals } from "./json-conditions";

/** Names of the functions that `SqliteConnection` registers. */
export const functions = {
  lower: "lower_unicode",
  foldCase: "fold_case",
  inTime: "in_time",
  afterWork: "in_time_after_work",
  isFolded: "is_folded",
  longContains: "long_contains",
  longStartsWith: "long_starts_with",
  longEndsWith: "long_ends_with",
  jsonNumber: "json_number",
} as const;

const lower = (text: Sql): Sql => sql`${sql.raw(functions.lower)}(${text})`;
const foldCase = (text: Sql): Sql => sql`${sql.raw(functions.foldCase)}(${text})`;
const isWide = (text: Sql): Sql => sql`length(${text}) <> octet_length(${text})`;

/**
 * Length in bytes above which a text is tested by a function that checks the clock and folds a text
 * once for all conditions.
 */
const longText = 1024;
/**
 * Length in bytes above which a text is read as bytes: the driver takes 30 ms to decode 1,000,000
 * characters.
 */
const readAsBytes = 65_536;

/**
 * Makes a test that ignores case. The built-in lower() covers ASCII only but is four times as fast
 * as our function for short texts. Its matches are right, because lower-casing the rest changes no
 * ASCII letter. It can only miss matches in text beyond ASCII.
 */
const inAnyCase =
  (long: string, matches: (text: Sql, part: Sql) => Sql) =>
  (text: Sql, part: Sql, { id, column }: TextOperand): Sql => {
    const place = sql`${sql.lit(column)}, ${id}`;
    // Reading a long text takes milliseconds, so only the first condition on it does.
    const bytes = sql`case when ${sql.raw(functions.isFolded)}(${place}) then null else cast(${text} as blob) end`;
    const short = sql`(${matches(sql`lower(${text})`, part)} or (${isWide(text)} and ${matches(foldCase(text), part)}))`;
    // A CASE would take three times as long for each short text.
    return sql`((${isLong(text)} and ${sql.raw(long)}(${place}, ${bytes}, ${part})) or (${isShort(text)} and ${short}))`;
  };

const isShort = (text: Sql): Sql => sql`octet_length(${text}) <= ${sql.lit(longText)}`;
const isLong = (text: Sql): Sql => sql`octet_length(${text}) > ${sql.lit(longText)}`;

/** Tests a JSON text. Parsing takes time, so the clock is checked before a long text. */
const afterWork = (text: Sql, test: Sql): Sql =>
  sql`((${isShort(text)} or ${sql.raw(functions.afterWork)}()) and ${test})`;

/** SQLite's dialect of the store's expressions. */
export const dialect: Dialect = {
  name: "sqlite",
  builder: new Kysely({ dialect: new SqliteDialect({ database: withoutConnection }) }),
  storage: {
    text: { sql: "text", decode: textOf },
    date: { sql: "text" },
    integer: { sql: "integer" },
    number: { sql: "real" },
    boolean: {
      sql: "integer",
      encode: (value) => (value === true ? 1 : 0),
      decode: (stored) => stored === 1,
    },
    json: { sql: "text", encode: (value) => JSON.stringify(value), decode: parse },
  },
  bytes: "blob",
  unindexed: (column) => sql`+${column}`,
  knowsFrequentValues: false,
  inTime: sql`${sql.raw(functions.inTime)}()`,
  inTimeEachRow: sql`${sql.raw(functions.afterWork)}()`,
  contains: inAnyCase(functions.longContains, (text, part) => sql`instr(${text}, ${part}) > 0`),
  startsWith: inAnyCase(
    functions.longStartsWith,
    (text, part) => sql`substr(${text}, 1, length(${part})) = ${part}`,
  ),
  endsWith: inAnyCase(
    functions.longEndsWith,
    (text, part) => sql`substr(${text}, length(${text}) - length(${part}) + 1) = ${part}`,
  ),
  lower,
  elements: arrayElements,
  listed: arrayElements,
  jsonEquals: (json, path, type, value) => afterWork(json, jsonEquals(json, path, type, value)),
  jsonCompare: (json, path, type, sign, value) =>
    afterWork(json, jsonCompare(json, path, type, sign, value)),
  jsonValue: toJsonParameter,
  jsonKey: (key) => key,
  long: readFast,
  orLength: (column, mostBytes) =>
    sql`case when octet_length(${column}) > ${mostBytes} then octet_length(${column}) else ${readFast(column)} end`,
  // SQLite sorts null as the smallest value, as required; stating it would prevent index use.
  jsonObject: (entries) => {
    const parts = entries.flatMap(({ name, column, type }) => [
      sql.lit(name),
      jsonEntries[type](column),
    ]);
    return sql`json_object(${sql.join(parts)})`;
  },
  orderKey: (column, direction) => sql`${column} ${sql.raw(direction)}`,
  page: (limit, skip) => {
    if (limit === undefined && skip === undefined) return sql``;
    return sql`limit ${limit ?? sql`-1`}${skip === undefined ? sql`` : sql` offset ${skip}`}`;
  },
  clustered: <T extends CreateTableBuilder<string, string>>(table: T): T =>
    table.modifyEnd(sql`without rowid`) as T,
  sequence: (table, name) =>
    table.addColumn(name, "integer", (column) => column.primaryKey().autoIncrement()),
  numbersLater: false,
};

/** SQLite writes other digits than JavaScript does, except for safe integers. */
const jsonNumber = (column: Sql): Sql =>
  sql`case when ${column} is null then null when ${column} = cast(${column} as integer) and abs(${column}) < 9007199254740992 then cast(${column} as integer) else json(${sql.raw(functions.jsonNumber)}(${column})) end`;

const jsonEntries: Readonly<Record<JsonEntry["type"], (column: Sql) => Sql>> = {
  text: (column) => column,
  date: (column) => column,
  integer: jsonNumber,
  number: jsonNumber,
  boolean: (column) =>
    sql`json(case when ${column} is null then 'null' when ${column} = 1 then 'true' else 'false' end)`,
  json: (column) => sql`json(${column})`,
  presence: (column) => sql`json(case when ${column} is null then 'false' else 'true' end)`,
};

function arrayElements(json: Sql): Sql {
  return sql`select value from json_each(${json})`;
}

function readFast(column: Sql): Sql {
  return sql`case when octet_length(${column}) > ${sql.lit(readAsBytes)} then cast(${column} as blob) else ${column} end`;
}

function textOf(stored: unknown): string {
  return stored instanceof Uint8Array ? textOfUtf8(stored) : String(stored);
}

function parse(stored: unknown): JsonValue {
  return JSON.parse(textOf(stored));
}

function toJsonParameter(value: JsonValue): Parameter {
  return typeof value === "string" ? value : JSON.stringify(value);
}
