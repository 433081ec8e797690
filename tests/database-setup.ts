import pg from "pg";
import type { TestProject } from "vitest/node";
import { resources } from "@/lib/resources";
import { openStore } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/port/store";
import { freeTable, keepRows, templateNames } from "./databases";
import { fillTemplate } from "./engine";
import { startPostgres } from "./postgres-server";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the server's databases, with `DATABASE` for the name; empty without PostgreSQL. */
    postgres: string;
  }
}

/** Starts one PostgreSQL for the run. If none is installed, prints that and lets tests skip. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  if (typeof server === "string") {
    process.stdout.write(`SKIPPED  tests on PostgreSQL: ${server}\n`);
    project.provide("postgres", "");
    return async () => undefined;
  }
  try {
    await makeTemplates(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide("postgres", server.url("DATABASE"));
  return () => server.stop();
}

async function makeTemplates(url: (database: string) => string): Promise<void> {
  const { empty, filled } = templateNames;
  const run = async (database: string, ...texts: readonly string[]) => {
    const client = new pg.Client({ connectionString: url(database) });
    await client.connect();
    for (const text of texts) await client.query(text);
    await client.end();
  };
  const fill = async (database: string, by: (store: Store) => Promise<void>) => {
    const store = await openStore({ url: url(database), resources: resources.values() });
    await by(store);
    await store.close();
  };
  await run("postgres", `create database ${empty}`, freeTable);
  await fill(empty, async () => undefined);
  await run("postgres", `create database ${filled} template ${empty}`);
  await fill(filled, fillTemplate);
  await run(filled, keepRows);
}
