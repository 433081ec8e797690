import { StartupError } from "@/lib/startup-error";
import { refuseUnknown } from "@/lib/store/upgrade/migrate";
import { versionTable } from "@/lib/store/upgrade/migrations";
import { postgresAddress } from "./address";
import { lend } from "./connection";
import { writeConnections } from "./limits";
import { Servers } from "./servers";

/** Connections for reads. */
export interface ReadingServers {
  readonly lookUps: Servers;
  /** Reads that may scan many records; the server ends them at the deadline. */
  readonly searches: Servers;
}

/** An open PostgreSQL database: its connections by purpose. */
export interface PostgresServers extends ReadingServers {
  readonly writes: Servers;
  /** Connections for migrations, whose statements have no time limit. */
  readonly upgrades: Servers;
  /** Replicas for reads while the server that takes writes is unreachable; absent: none. */
  readonly replica?: ReadingServers;
  readonly queryTimeoutMs: number;
  end(): Promise<void>;
}

export interface PostgresOptions {
  readonly url: string;
  /**
   * Address of the same database on servers that may be read while none takes writes, such as
   * replicas.
   */
  readonly readUrl?: string | undefined;
  readonly queryTimeoutMs: number;
  /** Most connections for reads of one kind. */
  readonly poolSize: number;
}

/** Time limit of a statement that is no search. No statement reaches it in normal operation. */
const statementMs = 30_000;
/** Time in milliseconds that reads wait for an unresponsive leader before they go to replicas. */
const giveUpMs = 750;

/**
 * Finds the server that takes writes and checks the database. Throws a `StartupError` when it
 * cannot serve.
 */
export async function openPostgres(options: PostgresOptions): Promise<PostgresServers> {
  const { url, readUrl, queryTimeoutMs } = options;
  const { hosts, name } = postgresAddress(url);
  const reading = readingServers(hosts, options, true);
  const replica =
    readUrl === undefined
      ? undefined
      : readingServers(postgresAddress(readUrl, "DATABASE_READ_URL").hosts, options, false);
  const writing = { takesWrites: true, isPipelined: true };
  const writes = new Servers(hosts, { ...writing, size: writeConnections, statementMs });
  const upgrades = new Servers(hosts, { ...writing, size: 1 });
  const all = [
    writes,
    upgrades,
    ...[reading, replica].flatMap((one) => (one ? [one.lookUps, one.searches] : [])),
  ];
  const end = async () => {
    await Promise.all(all.map((servers) => servers.end()));
  };
  try {
    await accept(reading.lookUps, name);
  } catch (error) {
    await end();
    throw explained(error, name);
  }
  return { ...reading, writes, upgrades, ...(replica && { replica }), queryTimeoutMs, end };
}

function readingServers(
  hosts: readonly string[],
  { poolSize, queryTimeoutMs, readUrl }: PostgresOptions,
  takesWrites: boolean,
): ReadingServers {
  const size = Math.ceil(poolSize / 2);
  const common = { takesWrites, ...(takesWrites && readUrl !== undefined && { giveUpMs }) };
  return {
    lookUps: new Servers(hosts, { ...common, size: poolSize, statementMs }),
    searches: new Servers(hosts, { ...common, size, statementMs: queryTimeoutMs }),
  };
}

async function accept(servers: Servers, name: string): Promise<void> {
  await lend(servers, async (client) => {
    const [about] = (await client.query(aboutServer)).rows;
    const wrong = demands.find(([holds]) => !holds(about));
    if (wrong) throw new StartupError(`The database ${name} ${wrong[1]}.`);
    const { rows } = await client.query<{ relname: string }>(
      "select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')",
    );
    const tables = rows.map(({ relname }) => relname);
    const version = tables.includes(versionTable)
      ? Number((await client.query(`select version from ${versionTable}`)).rows[0]?.version)
      : undefined;
    refuseUnknown(name, tables, version);
  });
}

interface About {
  readonly version: number;
  readonly encoding: string;
  readonly schema: string | null;
  readonly icu: boolean;
}

const aboutServer =
  "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding, current_schema() as schema, exists (select 1 from pg_collation where collname = 'und-x-icu') as icu";

const demands: readonly (readonly [(about: About) => boolean, string])[] = [
  [({ version }) => version >= 130_000, "is of a PostgreSQL before version 13: take a newer one"],
  [
    ({ encoding }) => encoding === "UTF8",
    "is not encoded in UTF8: make another with `create database … encoding 'UTF8' template template0`",
  ],
  [
    ({ schema }) => schema !== null,
    "has no schema that this user sees: make one, or set search_path",
  ],
  [
    ({ icu }) => icu,
    "is of a PostgreSQL built without ICU, which lower-casing stands on: take another",
  ],
];

function explained(error: unknown, name: string): unknown {
  if (error instanceof StartupError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const said = cause instanceof Error ? cause.message : String(cause);
  const sentence = `The database ${name} cannot be opened: ${said.replace(/\.?\s*$/, ".")}`;
  return new StartupError(sentence, { cause: error });
}
