import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Sql } from "@/lib/store/port/engine";
import { SqliteConnection } from "@/lib/store/sqlite/connection/connection";
import { openRaw } from "@/lib/store/sqlite/connection/open-raw";
import { dialect, functions } from "./dialect";

const long = (text: string) => `${text}${"x".repeat(2_000)}`;
let connection: SqliteConnection;
/** Number of times that a text was passed to the function. */
let handedOver = 0;

beforeEach(() => {
  const raw = openRaw(":memory:");
  const define = raw.function.bind(raw);
  const counted = (name: string, options: object, run: (...values: unknown[]) => unknown) =>
    define(name, { ...options, varargs: true }, (...values: unknown[]) => {
      if (name === functions.longContains && values[2] !== null) handedOver += 1;
      return run(...values);
    });
  Object.assign(raw, { function: counted });
  connection = new SqliteConnection(raw, 60_000);
  connection.raw.exec("create table one (id text, story text)");
  connection.raw.exec("create table two (id text, story text)");
  handedOver = 0;
});
afterEach(() => connection.raw.close());

function holds(table: string, part: string): Sql {
  const place = { id: sql.ref(`${table}.id`), column: `${table}.story` };
  return dialect.contains(sql.ref(`${table}.story`), sql.lit(part), place);
}

function idsWhere(from: string, condition: Sql): unknown[] {
  const statement = sql`select one.id from ${sql.raw(from)} where ${condition}`;
  const { sql: text } = statement.compile(dialect.builder);
  return connection.rows(text, []).map(([id]) => id);
}

test("a long text is read once for any number of conditions", () => {
  const insert = connection.raw.prepare("insert into one values (?, ?)");
  for (const id of ["a", "b", "c"]) insert.run(id, long(`ÄRGER ${id}`));
  insert.run("d", null);
  const parts = Array.from({ length: 7 }, (_, n) => holds("one", `not there ${n}`));
  const condition = sql<boolean>`${sql.join([...parts, holds("one", "ärger b")], sql` or `)}`;
  expect(idsWhere("one", condition)).toEqual(["b"]);
  expect(handedOver).toBe(3);
});

test("texts of two tables are distinguished when their records have the same id", () => {
  connection.raw.prepare("insert into one values ('same', ?)").run(long("first"));
  connection.raw.prepare("insert into two values ('same', ?)").run(long("second"));
  const both = "one join two on one.id = two.id";
  const and = (...parts: Sql[]) => sql<boolean>`${sql.join(parts, sql` and `)}`;
  expect(idsWhere(both, and(holds("one", "first"), holds("two", "second")))).toEqual(["same"]);
  expect(idsWhere(both, and(holds("one", "first"), holds("two", "first")))).toEqual([]);
});

test("a text that has changed since the last statement is read anew", () => {
  connection.raw.prepare("insert into one values ('a', ?)").run(long("before"));
  expect(idsWhere("one", holds("one", "before"))).toEqual(["a"]);
  connection.raw.prepare("update one set story = ?").run(long("after"));
  expect(idsWhere("one", holds("one", "before"))).toEqual([]);
});
