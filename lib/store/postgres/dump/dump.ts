import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "pg";
import { StartupError } from "@/lib/startup-error";
import { unlessAborted } from "@/lib/store/concurrency/unless-aborted";
import { postgresAddress } from "@/lib/store/postgres/connection/address";
import { upgradeLock } from "@/lib/store/postgres/sql/locks";
import { readArchive } from "./archive";
import { programEnvironment } from "./program-environment";
import {
  fittingPrograms,
  type Program,
  programFor,
  programsNamed,
  startProgram,
  type Variables,
} from "./programs";
import { cannotBe, connectedTo, type ReadableServer } from "./readable-server";

/** The source of a dump, as its server names it. */
export type DumpSource = Pick<ReadableServer, "host" | "major" | "schema"> & {
  /** Id of the snapshot to dump; absent: the state when the program begins. */
  readonly snapshot?: string;
};

/**
 * Starts `pg_dump`, which writes its archive to `output`. Throws a `StartupError` when none
 * fits the server.
 */
export async function startDump(source: DumpSource, variables: Variables) {
  const program = programFor("pg_dump", await programsNamed("pg_dump", variables), source.major);
  if (typeof program === "string") throw new StartupError(`No backup can be taken: ${program}.`);
  const args = [
    ...["--format=custom", "--no-password", "--no-owner", "--no-privileges", "--no-tablespaces"],
    ...["--no-comments", "--no-security-labels", "--no-publications", "--no-subscriptions"],
    `--schema="${source.schema.replaceAll('"', '""')}"`,
    ...(source.snapshot === undefined ? [] : [`--snapshot=${source.snapshot}`]),
  ];
  const running = startProgram(program, args, programEnvironment(source.host, variables));
  return { program, running };
}

/** A restore of a `pg_dump` archive into the database of `url`; `signal` aborts it. */
export interface RestoreOptions {
  readonly archive: string;
  readonly url: string;
  readonly variables: Variables;
  readonly signal: AbortSignal;
}

/**
 * Restores a `pg_dump` archive in one transaction. `accept` checks the result; when it throws, or
 * `signal` aborts, everything is removed again. No Tocsin starts on the database meanwhile. Throws
 * a `StartupError` unless the database exists and is empty.
 */
export async function restoreDump(ask: RestoreOptions, accept: () => Promise<void>): Promise<void> {
  const { archive, url, variables, signal } = ask;
  const { name } = postgresAddress(url);
  const { client, host } = await connectedTo(url);
  try {
    await client.query(upgradeLock);
    const target = await emptyTarget(client, name);
    const found = await programsNamed("pg_restore", variables);
    const lack = programFor("pg_restore", found, target.major);
    if (typeof lack === "string") throw new StartupError(`Nothing was restored: ${lack}.`);
    const fitting = fittingPrograms(found, target.major);
    const { program, summary } = await readArchive(archive, fitting, variables);
    requireFit(summary, target, name);
    const from = { archive, list: summary.list, database: String(client.database), signal };
    await putInto(from, program, programEnvironment(host, variables), name);
    try {
      await unlessAborted(signal, accept());
    } catch (error) {
      await client.query(dropAll);
      throw error;
    }
  } finally {
    await client.end();
  }
}

async function putInto(
  from: Pick<RestoreOptions, "archive" | "signal"> & {
    readonly list: string;
    readonly database: string;
  },
  program: Program,
  variables: Variables,
  name: string,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tocsin-restore-"));
  try {
    const list = join(folder, "list");
    writeFileSync(list, from.list);
    const args = ["--single-transaction", "--no-password", "--no-owner", "--no-privileges"];
    const what = [`--use-list=${list}`, `--dbname=${from.database}`, from.archive];
    const { output, ended } = startProgram(program, [...args, ...what], variables, from.signal);
    output.resume();
    await ended;
  } catch (error) {
    throw cannotBe("restored to", name, error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Target {
  readonly major: number;
  readonly schema: string;
}

async function emptyTarget(client: Client, name: string): Promise<Target> {
  const [about] = (await client.query(aboutTarget)).rows;
  const { things, schema, major } = about;
  if (schema === null) {
    throw new StartupError(`The database ${name} has no schema that this user sees: make one.`);
  }
  if (Number(things) > 0) {
    throw new StartupError(
      `The database ${name} is not empty: a backup is only restored to where nothing is. Make a new database for it.`,
    );
  }
  return { schema: String(schema), major: Math.floor(Number(major) / 10_000) };
}

const here = "current_schema()::regnamespace";
/**
 * Servers may add extensions to every new database. Their objects are not user data and cannot be
 * dropped alone.
 */
const isOwn = (...members: readonly string[]) =>
  `not exists (select from pg_depend where deptype = 'e' and (classid, objid) in (${members.join(", ")}))`;
/** Of a composite type, only the type is a member of its extension. */
const ownClasses = `relnamespace = ${here} and ${isOwn("('pg_class'::regclass, pg_class.oid)", "('pg_type'::regclass, reltype)")}`;
const ownFunctions = `pronamespace = ${here} and ${isOwn("('pg_proc'::regclass, pg_proc.oid)")}`;
// An index exists only with its table and is never itself a member of an extension.
const aboutTarget = `select current_schema()::text as schema, current_setting('server_version_num') as major,
  (select count(*) from pg_class where relkind not in ('i', 'I') and ${ownClasses}) + (select count(*) from pg_proc where ${ownFunctions}) as things`;

function requireFit(told: { major: number; schema: string }, target: Target, name: string): void {
  if (told.major > target.major) {
    throw new StartupError(
      `Nothing was restored: the backup is of PostgreSQL ${told.major}, and ${name} is of PostgreSQL ${target.major}. Restore to the same version or a newer one.`,
    );
  }
  if (told.schema === target.schema) return;
  throw new StartupError(
    `Nothing was restored: the backup is of the schema "${told.schema}", and in ${name} this user writes to "${target.schema}". Make the schema "${told.schema}" there and put it first: alter role … set search_path = "${told.schema}".`,
  );
}

/**
 * The database was empty before, so everything in the schema outside extensions was just restored.
 */
const dropAll = `do $$ declare one record; begin
  for one in select relname from pg_class where relkind in ('r', 'p') and ${ownClasses} loop
    execute format('drop table if exists %I cascade', one.relname);
  end loop;
  for one in select oid::regprocedure as name from pg_proc where ${ownFunctions} loop
    execute 'drop function ' || one.name;
  end loop; end $$`;
