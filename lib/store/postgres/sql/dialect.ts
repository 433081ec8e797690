import { type CreateTableBuilder, Kysely, PostgresDialect, sql } from "kysely";
import type { Dialect, JsonType, Sql } from "@/lib/store/port/engine";
import { withoutConnection } from "@/lib/store/statement/without-connection";
import { fromJsonText, toJsonKey, toJsonText } from "./json-text";
import { lowerFunction } from "./lower";

const lower = (text: Sql): Sql => sql`${sql.raw(lowerFunction)}(${text})`;
/**
 * Folds as `foldCase` of the search texts does: makes one letter of both small sigmas. V8 stores the
 * text of the bundle in half the memory while all its characters are Latin-1, hence the escapes.
 */
const foldCase = (text: Sql): Sql => sql`replace(${lower(text)}, '\u03c2', '\u03c3')`;
const asText = (value: Sql): Sql => sql`cast(${value} as text)`;

/**
 * Length in bytes above which a test takes so long that the deadline must end it within one row.
 */
const longText = 100_000;

/**
 * Makes the test of a text interruptible. The server ends a statement between two rows, but not
 * while it lower-cases or parses, which takes tenths of a second for 4 MB, for each condition.
 * `pg_sleep(0)` does not wait, but can be interrupted.
 */
const endable = (whole: Sql, test: Sql): Sql =>
  sql`(case when octet_length(${whole}) > ${sql.lit(longText)} and cast(pg_sleep(0) as text) <> '' then false else ${test} end)`;

/** Compares by code point, as SQLite does and JavaScript nearly does. */
const text = 'text collate "C"';

/** PostgreSQL's dialect of the store's expressions. */
export const dialect: Dialect = {
  name: "postgres",
  builder: new Kysely({ dialect: new PostgresDialect({ pool: withoutConnection }) }),
  storage: {
    text: { sql: text },
    date: { sql: text },
    // A filter may compare with any number, which an integer column would refuse.
    integer: { sql: "double precision" },
    number: { sql: "double precision" },
    boolean: { sql: "boolean" },
    json: { sql: text, encode: toJsonText, decode: fromJsonText },
  },
  bytes: "bytea",
  unindexed: (column) => sql`coalesce(${column})`,
  knowsFrequentValues: true,
  // The server enforces the time limit.
  inTime: sql`true`,
  inTimeEachRow: sql`true`,
  contains: (whole, part) => endable(whole, sql`strpos(${foldCase(whole)}, ${asText(part)}) > 0`),
  startsWith: (whole, part) =>
    endable(whole, sql`starts_with(${foldCase(whole)}, ${asText(part)})`),
  endsWith: (whole, part) =>
    endable(whole, sql`right(${foldCase(whole)}, char_length(${asText(part)})) = ${asText(part)}`),
  lower,
  // A single id may be stored without an array.
  elements: (json) =>
    sql`select value from json_array_elements_text(case when ${json} like '[%' then cast(${json} as json) else json_build_array(cast(${json} as json)) end)`,
  listed: (json) => sql`select value from json_array_elements_text(cast(${json} as json))`,
  jsonEquals,
  jsonCompare,
  jsonKey: toJsonKey,
  jsonValue: toJsonText,
  // Performance: the driver takes half the time for fewer rows, without the hex digits of bytes.
  joined: (numbers, bytes) =>
    sql`string_agg(cast(${numbers} as text), ',' order by ${numbers}), encode(string_agg(${bytes}, ''::bytea order by ${numbers}), 'base64')`,
  orderKey: (column, direction, mayBeNull) => {
    const nulls = direction === "asc" ? " nulls first" : " nulls last";
    return sql`${column} ${sql.raw(direction + (mayBeNull ? nulls : ""))}`;
  },
  page: (limit, skip) => {
    const most = limit === undefined ? sql`` : sql`limit ${limit}`;
    return skip === undefined ? most : sql`${most} offset ${skip}`;
  },
  clustered: <T extends CreateTableBuilder<string, string>>(table: T): T => table,
  sequence: (table, name) => table.addColumn(name, sql`double precision`),
  numbersLater: true,
  // `now()` is the start of the transaction, which may have waited for the write lock.
  now: sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
};

/**
 * Stored values and query values are serialized by the same code, so equal values have equal texts.
 */
function jsonEquals(json: Sql, path: readonly Sql[], type: JsonType, value: Sql): Sql {
  const keys = path.map((key) => sql` -> ${asText(key)}`);
  const found = sql`cast(cast(${json} as json)${sql.join(keys, sql``)} as text)`;
  // A missing key counts as null.
  const stored = type === "null" ? sql`coalesce(${found}, 'null')` : found;
  return endable(json, sql`${stored} = ${asText(value)}`);
}

/** Each branch of the CASE reads a value only once its type is known. */
function jsonCompare(
  json: Sql,
  path: readonly Sql[],
  type: "number" | "text",
  sign: Sql,
  value: Sql,
): Sql {
  const keys = path.map((key) => sql` -> ${asText(key)}`);
  const found = sql`(cast(${json} as json)${sql.join(keys, sql``)})`;
  const written = sql`(${found} #>> '{}')`;
  const compared =
    type === "number"
      ? sql`case when json_typeof(${found}) = 'number' then cast(${written} as double precision) ${sign} cast(${value} as double precision) else false end`
      : sql`case when json_typeof(${found}) = 'string' then ${written} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' and ${written} collate "C" ${sign} ${asText(value)} else false end`;
  return endable(json, compared);
}
