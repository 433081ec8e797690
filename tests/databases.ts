import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";

/** A database of one test, removed by `drop`. */
export interface TestDatabase {
  readonly url: string;
  /** The content of a database in memory. */
  readonly image?: Uint8Array;
  drop(): Promise<void>;
}

export type DatabaseKind = "memory" | "file" | "postgres";

/** Returns the kind of database of the run: `TEST_DATABASE`, else memory. */
export function chosenDatabase(): DatabaseKind {
  const chosen = process.env["TEST_DATABASE"];
  return chosen === "file" || chosen === "postgres" ? chosen : "memory";
}

/** Returns true if PostgreSQL is installed. */
export function hasPostgres(): boolean {
  return inject("postgres") !== "";
}

/**
 * Creates an empty database. On PostgreSQL an emptied one is reused, because creation takes ten
 * times as long.
 */
export function newDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  return makers[kind]();
}

/**
 * Creates a database with all tables and the content of `image`, a SQLite file. Databases on
 * PostgreSQL get the same content from the template of the run.
 */
export async function filledDatabase(
  kind: DatabaseKind,
  image: () => Promise<Uint8Array>,
): Promise<TestDatabase> {
  return kind === "postgres" ? onServer("filled") : makers[kind](await image());
}

type Content = "empty" | "filled";

const makers: Readonly<Record<DatabaseKind, (image?: Uint8Array) => Promise<TestDatabase>>> = {
  memory: async (image) => ({
    url: "memory:",
    ...(image && { image }),
    drop: async () => undefined,
  }),
  file: async (image) => {
    const folder = mkdtempSync(join(tmpdir(), "tocsin-file-"));
    const path = join(folder, "tocsin.db");
    if (image) writeFileSync(path, image, { mode: 0o600 });
    return { url: `file:${path}`, drop: async () => rmSync(folder, { recursive: true }) };
  },
  postgres: () => onServer("empty"),
};

async function onServer(content: Content): Promise<TestDatabase> {
  const name = (await takeFree(content)) ?? (await copyTemplate(content));
  return { url: postgresUrl(name), drop: () => giveBack(name, content) };
}

/** Returns the URL of a database on the run's server. */
export function postgresUrl(database: string): string {
  return inject("postgres").replace("DATABASE", database);
}

/** Runs one statement on a database of the server. */
export async function runOn(database: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: postgresUrl(database) });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Creates a database with the tables of Tocsin, empty or with the template's rows, or bare. */
export async function copyTemplate(content: Content | "bare"): Promise<string> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const template =
    content === "bare" ? "template0" : `${templateNames[content]} strategy file_copy`;
  await onMain(`create database ${name} template ${template}`);
  return name;
}

/** Templates of new databases: all tables, without rows or with those of `fillTemplate`. */
export const templateNames: Readonly<Record<Content, string>> = {
  empty: "tocsin_empty",
  filled: "tocsin_filled",
};

/** Creates the list of databases that tests have given back, in the server's main database. */
export const freeTable =
  "create table free_database (name text primary key, content text not null)";

async function takeFree(content: Content): Promise<string | undefined> {
  const [free] = await onMain(
    `delete from free_database where name = (select name from free_database where content = '${content}' limit 1 for update skip locked) returning name`,
  );
  return (free as { name: string } | undefined)?.name;
}

async function giveBack(name: string, content: Content): Promise<void> {
  await runOn(name, content === "filled" ? `${emptyAll}; ${refill}` : emptyAll);
  await onMain(`insert into free_database values ('${name}', '${content}')`);
}

let main: Promise<pg.Client> | undefined;

/** Runs one statement on the server's main database, over a connection that stays open. */
async function onMain(text: string): Promise<unknown[]> {
  main ??= connectMain();
  return (await (await main).query(text)).rows;
}

async function connectMain(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgresUrl("postgres") });
  // The server ends the connection with the run.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Empties all tables except the store's record of its own schema. */
const emptyAll = `do $$ declare one record; begin
  for one in select tablename from pg_tables where schemaname = 'public' and tablename <> 'tocsin_schema' loop
    execute format('delete from %I', one.tablename)
      || case when one.tablename = 'tocsin_setting' then ' where name not like ''counters of %'' and name <> ''search index''' else '' end;
  end loop; end $$`;

/** Keeps the rows of a template in a schema of its own, from which `refill` copies them. */
export const keepRows = `create schema filling; do $$ declare one record; has_rows boolean; begin
  for one in select tablename from pg_tables where schemaname = 'public' and tablename <> 'tocsin_schema' loop
    execute format('select exists (select from %I)', one.tablename) into has_rows;
    if has_rows then execute format('create table filling.%1$I as select * from public.%1$I', one.tablename); end if;
  end loop; end $$`;

const refill = `do $$ declare one record; begin
  for one in select tablename from pg_tables where schemaname = 'filling' loop
    execute format('insert into public.%1$I overriding system value select * from filling.%1$I on conflict do nothing', one.tablename);
  end loop; end $$`;
