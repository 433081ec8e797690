import pg from "pg";
import type { TestProject } from "vitest/node";
import { resources } from "@/lib/resources";
import { openStore } from "@/lib/store/open-store";
import { startPostgres } from "./postgres-server";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the server's databases, with `DATABASE` for the name; empty without PostgreSQL. */
    postgres: string;
  }
}

/** The template of new databases: all tables, no rows. */
const templateName = "tocsin_template";

/** Starts one PostgreSQL for the run. If none is installed, prints that and lets tests skip. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  if (typeof server === "string") {
    process.stdout.write(`SKIPPED  tests on PostgreSQL: ${server}\n`);
    project.provide("postgres", "");
    return async () => undefined;
  }
  try {
    await makeTemplate(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide("postgres", server.url("DATABASE"));
  return () => server.stop();
}

async function makeTemplate(url: (database: string) => string): Promise<void> {
  const client = new pg.Client({ connectionString: url("postgres") });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.query("create table free_database (name text primary key)");
  await client.end();
  const store = await openStore({ url: url(templateName), resources: resources.values() });
  await store.close();
}
