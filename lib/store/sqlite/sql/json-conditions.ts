import { sql } from "kysely";
import type { JsonType, Sql } from "@/lib/store/port/engine";

/**
 * Tests the value at a path for equality. A missing key counts as null, so the test of null is
 * negated.
 */
export function jsonEquals(json: Sql, path: readonly Sql[], type: JsonType, value: Sql): Sql {
  const found = keyMeets(json, path, (level) => jsonTypes[type](level, value));
  return type === "null" ? sql`not ${found}` : found;
}

/** Compares a number, or a text that begins with a date, at a path. */
export function jsonCompare(
  json: Sql,
  path: readonly Sql[],
  type: "number" | "text",
  sign: Sql,
  value: Sql,
): Sql {
  return keyMeets(json, path, (level) =>
    type === "number"
      ? sql`${level}."type" in ('integer', 'real') and ${level}."value" ${sign} ${value}`
      : sql`${level}."type" = 'text' and ${level}."value" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*' and ${level}."value" ${sign} ${value}`,
  );
}

/**
 * Uses one json_each a level, because a path expression cannot express every key. A level that is
 * no object counts as an empty one; the keys of arrays are numbers and equal no text.
 */
function keyMeets(json: Sql, path: readonly Sql[], test: (level: Sql) => Sql): Sql {
  const levels = path.map((_, depth) => sql.table(`level${depth}`));
  const sources = levels.map((level, depth) => {
    const above = levels[depth - 1];
    const object = above
      ? sql`case when ${above}."type" = 'object' then ${above}."value" else '{}' end`
      : json;
    return sql`json_each(${object}) as ${level}`;
  });
  const keys = levels.map((level, depth) => sql`${level}."key" = ${path[depth] ?? sql`null`}`);
  const last = sql.table(`level${path.length - 1}`);
  return sql`exists (select 1 from ${sql.join(sources)} where ${sql.join(
    [...keys, test(last)],
    sql` and `,
  )})`;
}

const jsonTypes: Readonly<Record<JsonType, (level: Sql, value: Sql) => Sql>> = {
  text: (level, value) => sql`${level}."type" = 'text' and ${level}."value" = ${value}`,
  // Both numbers pass through SQLite's own decimal parser, which may differ from JavaScript's in
  // the last bit.
  number: (level, value) =>
    sql`${level}."type" in ('integer', 'real') and ${level}."value" = json_extract(${value}, '$')`,
  true: (level) => sql`${level}."type" = 'true'`,
  false: (level) => sql`${level}."type" = 'false'`,
  // Tests the opposite: a missing key counts as null.
  null: (level) => sql`${level}."type" <> 'null'`,
  array: (level, value) => sql`${level}."type" = 'array' and ${level}."value" = ${value}`,
  object: (level, value) => sql`${level}."type" = 'object' and ${level}."value" = ${value}`,
};
