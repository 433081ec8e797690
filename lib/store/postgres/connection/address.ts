import pg from "pg";
import { StartupError } from "@/lib/startup-error";

/**
 * Address of a PostgreSQL database: one connection string for each host, and a name for messages.
 */
export interface PostgresAddress {
  /** One connection string for each host, in the order given. */
  readonly hosts: readonly string[];
  /** Without user and password. */
  readonly name: string;
}

const form = /^(postgres(?:ql)?:\/\/)(?:([^@/?#]*)@)?([^/?#]*)(\/[^?#]*)?(\?[^#]*)?$/i;
const example = "postgres://tocsin:secret@127.0.0.1:5432/tocsin";

/** Returns true for the URL of a PostgreSQL database. */
export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:/i.test(url);
}

/**
 * Parses `postgres://user:password@host:port,host:port/database?…`. Of several hosts, the one that
 * takes writes is used. Throws a `StartupError` that names the setting and repeats no password.
 */
export function postgresAddress(url: string, setting = "DATABASE_URL"): PostgresAddress {
  const [, scheme, credentials, addresses = "", path = "", query = ""] = form.exec(url) ?? [];
  if (scheme === undefined) throw unreadable(setting);
  const user = credentials === undefined ? "" : `${credentials}@`;
  const hosts = addresses.split(",").map((host) => `${scheme}${user}${host}${path}${query}`);
  return {
    hosts,
    name: `"${path.slice(1)}" at ${hosts.map((host) => hostOf(host, setting)).join(", ")}`,
  };
}

/** Returns the address of another database on the same server. Throws as `postgresAddress`. */
export function withDatabase(url: string, database: string): string {
  const [, scheme, credentials, addresses = "", , query = ""] = form.exec(url) ?? [];
  if (scheme === undefined) throw unreadable("DATABASE_URL");
  return `${scheme}${credentials === undefined ? "" : `${credentials}@`}${addresses}/${database}${query}`;
}

function hostOf(connectionString: string, setting: string): string {
  try {
    const { host, port } = new pg.Client({ connectionString });
    return host.startsWith("/") ? host : `${host}:${port}`;
  } catch {
    throw unreadable(setting);
  }
}

function unreadable(setting: string): StartupError {
  return new StartupError(
    `${setting} is no address of a PostgreSQL database: write it as ${example}, with %-escapes for signs in the password, and hosts separated by commas.`,
  );
}
