import { randomBytes } from "node:crypto";
import pg from "pg";
import { withDatabase } from "@/lib/store/postgres/connection/address";
import { connectedTo } from "@/lib/store/postgres/dump/readable-server";
import type { Run } from "@/prove/harness/run";

const insufficientPrivilege = "42501";

/**
 * Creates an empty database on the server at `address`, which is removed with the run; no other is
 * touched. Returns its URL, or undefined if the user may create none.
 */
export async function ownDatabase(run: Run, address: string): Promise<string | undefined> {
  const name = `tocsin_prove_${randomBytes(8).toString("hex")}`;
  const made = on(address, `create database ${name} encoding 'UTF8' template template0`);
  run.onEnd(async () => {
    await made.catch(() => undefined);
    // Processes that were just killed may still be connected.
    await on(address, `drop database if exists ${name} with (force)`);
  });
  try {
    await made;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === insufficientPrivilege) return undefined;
    throw error;
  }
  return withDatabase(address, name);
}

async function on(address: string, statement: string): Promise<void> {
  const { client } = await connectedTo(address);
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
