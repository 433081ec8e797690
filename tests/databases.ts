import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";

/** An empty database of one test, removed by `drop`. */
export interface TestDatabase {
  readonly url: string;
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
 * Creates a database. On PostgreSQL an emptied one is reused, because creation takes ten times as
 * long.
 */
export function newDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  return makers[kind]();
}

const makers: Readonly<Record<DatabaseKind, () => Promise<TestDatabase>>> = {
  memory: async () => ({ url: "memory:", drop: async () => undefined }),
  file: async () => {
    const folder = mkdtempSync(join(tmpdir(), "tocsin-file-"));
    return {
      url: `file:${join(folder, "tocsin.db")}`,
      drop: async () => rmSync(folder, { recursive: true }),
    };
  },
  postgres: async () => {
    const name = (await takeFree()) ?? (await copyTemplate());
    return { url: postgresUrl(name), drop: () => giveBack(name) };
  },
};

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

/** Creates a database with the tables of Tocsin, or without with `bare`. */
export async function copyTemplate(bare?: "bare"): Promise<string> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const template = bare ? "template0" : "tocsin_template strategy file_copy";
  await runOn("postgres", `create database ${name} template ${template}`);
  return name;
}

async function takeFree(): Promise<string | undefined> {
  const [free] = await runOn(
    "postgres",
    "delete from free_database where name = (select name from free_database limit 1 for update skip locked) returning name",
  );
  return (free as { name: string } | undefined)?.name;
}

async function giveBack(name: string): Promise<void> {
  await runOn(name, emptyAll);
  await runOn("postgres", `insert into free_database values ('${name}')`);
}

/** Empties all tables except the store's record of its own schema. */
const emptyAll = `do $$ declare one record; begin
  for one in select tablename from pg_tables where schemaname = 'public' and tablename <> 'tocsin_schema' loop
    execute format('delete from %I', one.tablename)
      || case when one.tablename = 'tocsin_setting' then ' where name not like ''counters of %'' and name <> ''search index''' else '' end;
  end loop; end $$`;
