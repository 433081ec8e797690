import type { Connection, Dialect, Engine } from "@/lib/store/port/engine";

/**
 * Creates the tables of accounts, sessions and one-use links, and the columns that they lack.
 * `known` are the tables and columns of the database. Some columns are unused: databases of all
 * versions have the same tables.
 */
export async function createAuthTables(
  engine: Engine,
  connection: Connection,
  known: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<void> {
  const types = engineTypes[engine.dialect.name];
  for (const [name, statements] of Object.entries(tables(types))) {
    if (known.has(name)) continue;
    for (const statement of statements) await connection.run(statement, []);
  }
  const columns = known.get("auth_session");
  if (!columns || columns.has("confirmedAt")) return;
  await connection.run(`alter table auth_session add column "confirmedAt" ${types.time}`, []);
}

interface Types {
  readonly time: string;
  readonly flag: string;
}

const engineTypes: Readonly<Record<Dialect["name"], Types>> = {
  sqlite: { time: "date", flag: "integer" },
  postgres: { time: "timestamptz", flag: "boolean" },
};

/** Returns the statements that create each table, with its indexes. */
function tables({ time, flag }: Types): Readonly<Record<string, readonly string[]>> {
  const id = "id text not null primary key";
  const dates = `"createdAt" ${time} not null, "updatedAt" ${time} not null`;
  const user = `"userId" text not null references auth_user (id) on delete cascade`;
  const tokens = `"accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" ${time}, "refreshTokenExpiresAt" ${time}, scope text`;
  return {
    auth_user: [
      `create table auth_user (${id}, name text not null, email text not null unique, "emailVerified" ${flag} not null, image text, ${dates})`,
    ],
    auth_account: [
      `create table auth_account (${id}, "accountId" text not null, "providerId" text not null, ${user}, ${tokens}, password text, ${dates})`,
      `create index "auth_account_userId_idx" on auth_account ("userId")`,
    ],
    auth_session: [
      `create table auth_session (${id}, "expiresAt" ${time} not null, token text not null unique, ${dates}, "ipAddress" text, "userAgent" text, ${user}, "confirmedAt" ${time})`,
      `create index "auth_session_userId_idx" on auth_session ("userId")`,
    ],
    auth_verification: [
      `create table auth_verification (${id}, identifier text not null, value text not null, "expiresAt" ${time} not null, ${dates})`,
      `create index auth_verification_identifier_idx on auth_verification (identifier)`,
    ],
  };
}
