import { type CompiledQuery, sql } from "kysely";
import type { StoredType } from "@/lib/schema/values/kind";
import { createAuthTables } from "@/lib/store/auth-tables/create-auth-tables";
import { rebuildCounters } from "@/lib/store/counts/rebuild-counters";
import type { Connection, Dialect, Engine, Sql } from "@/lib/store/port/engine";
import { indexPrefix, shortName } from "@/lib/store/schema/indexes";
import type { StoredColumn, Table } from "@/lib/store/schema/table";
import { tablesIn } from "./catalog";

/**
 * Adds everything that the database lacks, in one transaction: the tables for sign-in, and all that
 * the definitions need, which are tables, columns, link tables, indexes and counters. Columns and
 * tables without a definition are left alone.
 */
export async function upgrade(engine: Engine, tables: Iterable<Table>): Promise<void> {
  await engine.transaction(async ({ connection }) => {
    const known = await tablesIn(engine, connection);
    await createAuthTables(engine, connection, known);
    const wanted = new Map<string, CompiledQuery>();
    for (const table of tables) {
      await bringTable(engine, connection, table, known);
      for (const [name, statement] of indexStatements(engine, table)) wanted.set(name, statement);
      await rebuildCounters(engine, connection, table);
    }
    await bringIndexes(engine, connection, wanted);
  });
}

type Known = ReadonlyMap<string, ReadonlySet<string>>;

async function bringTable(
  engine: Engine,
  connection: Connection,
  table: Table,
  known: Known,
): Promise<void> {
  const present = known.get(table.name);
  const links = table.lists.map(({ link }) => link).filter((link) => !known.has(link));
  const statements = [
    ...(present ? addColumns(engine, table, present) : [createTable(engine, table)]),
    ...links.map((link) => createLinks(engine, link)),
  ];
  for (const statement of statements) await connection.run(statement.sql, statement.parameters);
}

/** A physical column: the column itself or its lower-cased copy. */
interface Cell {
  readonly name: string;
  readonly type: StoredType;
  readonly notNull: boolean;
  /** Returns the value for existing rows. */
  readonly fill: (engine: Engine) => Sql | undefined;
}

function cellsOf(column: StoredColumn): Cell[] {
  const { name, codec, notNull, folded } = column;
  const cell: Cell = { name, type: codec.type, notNull, fill: (engine) => fillOf(engine, column) };
  if (folded === undefined) return [cell];
  const lower: Cell = {
    name: folded,
    type: "text",
    notNull: false,
    fill: ({ dialect }) => dialect.lower(sql.ref(name)),
  };
  return [cell, lower];
}

function fillOf({ dialect }: Engine, { codec, notNull, source }: StoredColumn): Sql | undefined {
  const value = source.field.default ?? (notNull ? "1970-01-01T00:00:00.000Z" : null);
  if (value === null) return undefined;
  const { encode } = dialect.storage[codec.type];
  return sql`${encode ? encode(value) : value}`;
}

function createTable({ dialect }: Engine, { name, columns, sequence }: Table): CompiledQuery {
  const cells = columns.flatMap(cellsOf).filter((cell) => cell.name !== sequence);
  const empty = dialect.builder.schema.createTable(name);
  const begun = sequence === undefined ? empty : dialect.sequence(empty, sequence);
  const isKey = sequence === undefined || dialect.numbersLater;
  return cells
    .reduce(
      (table, cell) =>
        table.addColumn(cell.name, sql.raw(dialect.storage[cell.type].sql), (column) => {
          const filled = cell.notNull ? column.notNull() : column;
          if (cell.name !== "_id") return filled;
          return isKey ? filled.primaryKey() : filled.unique();
        }),
      begun,
    )
    .compile();
}

function addColumns(
  engine: Engine,
  { name, columns }: Table,
  present: ReadonlySet<string>,
): CompiledQuery[] {
  const { dialect } = engine;
  const { builder } = dialect;
  return columns
    .flatMap(cellsOf)
    .filter((cell) => !present.has(cell.name))
    .flatMap((cell) => {
      const type = sql.raw(dialect.storage[cell.type].sql);
      const fill = cell.fill(engine);
      const filling =
        fill && sql`update ${sql.table(name)} set ${sql.ref(cell.name)} = ${fill}`.compile(builder);
      const adding = builder.schema.alterTable(name).addColumn(cell.name, type).compile();
      return filling ? [adding, filling] : [adding];
    });
}

function createLinks({ dialect }: Engine, name: string): CompiledQuery {
  const text = sql.raw(dialect.storage.text.sql);
  const table = dialect.builder.schema
    .createTable(name)
    .addColumn("ownerId", text, (column) => column.notNull())
    .addColumn("targetId", text, (column) => column.notNull())
    .addColumn("projectId", text)
    .addPrimaryKeyConstraint(shortName(`${name}__key`), ["ownerId", "targetId"]);
  return dialect.clustered(table).compile();
}

function indexStatements({ dialect }: Engine, table: Table): [string, CompiledQuery][] {
  const { schema } = dialect.builder;
  const own = table.indexes.map(({ name, columns, unique, having }): [string, CompiledQuery] => {
    const all = schema
      .createIndex(name)
      .on(table.name)
      .columns([...columns]);
    const index = having === undefined ? all : all.where(sql.ref(having), "is not", null);
    return [name, (unique ? index.unique() : index).compile()];
  });
  const links = table.lists.map(({ link }) => link);
  return [
    ...own,
    ...numberIndex(dialect, table),
    ...links.map((link): [string, CompiledQuery] => {
      const name = shortName(`${indexPrefix}${link}__target`);
      const index = schema.createIndex(name).on(link).columns(["targetId", "ownerId"]);
      return [name, index.compile()];
    }),
  ];
}

/**
 * Returns the index of a number that is given after the commit. It has the order of `orderKey`, in
 * both directions.
 */
function numberIndex(
  { builder, numbersLater }: Dialect,
  { name, sequence }: Table,
): [string, CompiledQuery][] {
  if (sequence === undefined || !numbersLater) return [];
  const index = shortName(`${indexPrefix}${name}__${sequence}`);
  const statement = sql`create unique index ${sql.ref(index)} on ${sql.table(name)} (${sql.ref(sequence)} desc nulls last)`;
  return [[index, statement.compile(builder)]];
}

async function bringIndexes(
  engine: Engine,
  connection: Connection,
  wanted: ReadonlyMap<string, CompiledQuery>,
): Promise<void> {
  const rows = await connection.rows(engine.catalog.indexes, []);
  const present = new Set(rows.map(([name]) => String(name)));
  const stale = [...present].filter((name) => name.startsWith(indexPrefix) && !wanted.has(name));
  for (const name of stale) {
    await connection.run(engine.dialect.builder.schema.dropIndex(name).compile().sql, []);
  }
  for (const [name, { sql: text }] of wanted) {
    if (!present.has(name)) await connection.run(text, []);
  }
}
