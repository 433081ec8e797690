import pg from "pg";
import { resources } from "@/lib/resources/index";
import { copyDeployment } from "@/lib/store/backup/copy-deployment";
import { openDatabase, openStore } from "@/lib/store/open-store";
import { withDatabase } from "@/lib/store/postgres/connection/address";
import { filledDatabase, fingerprint } from "./fill";

/**
 * Returns the URL of a database with `rows` incidents on the server at `address`. Copied from the
 * file of that size, once for each version of the tables, and kept. The account must be allowed to
 * create databases.
 */
export async function filledPostgres(address: string, rows: number): Promise<string> {
  const name = `tocsin_bench_${rows}_${fingerprint()}`;
  const database = withDatabase(address, name);
  if (await isThere(address, name)) return database;
  const file = await filledDatabase(rows);
  process.stderr.write(`Filling ${name}\n`);
  const part = `${name}_part`;
  await onServer(address, [`drop database if exists ${part}`, `create database ${part}`]);
  await copyInto(withDatabase(address, part), file);
  await onServer(withDatabase(address, part), ["vacuum analyze", "checkpoint"]);
  await onServer(address, [`alter database ${part} rename to ${name}`]);
  return database;
}

async function copyInto(target: string, file: string): Promise<void> {
  const all = { resources: [...resources.values()] };
  const theirs = await openDatabase({ url: `file:${file}`, ...all });
  try {
    const ours = await openDatabase({ url: target, ...all });
    try {
      await copyDeployment(theirs, ours);
    } finally {
      await ours.store.close();
    }
  } finally {
    await theirs.store.close();
  }
  // The next opening builds the search index.
  await (await openStore({ url: target, ...all })).close();
}

async function isThere(address: string, name: string): Promise<boolean> {
  const found = await asked(address, (client) =>
    client.query("select 1 from pg_database where datname = $1", [name]),
  );
  return found.rowCount === 1;
}

async function onServer(address: string, statements: readonly string[]): Promise<void> {
  await asked(address, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

async function asked<T>(address: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}
