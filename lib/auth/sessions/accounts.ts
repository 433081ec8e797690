import type { betterAuth } from "better-auth";
import { makeSecret } from "@/lib/auth/keys/secret";
import { newId } from "@/lib/store/port/new-id";
import type { AuthDatabase, Store, Writer } from "@/lib/store/port/store";

/** The sign-in library's record of a user who may sign in. Has the id of the `user` record. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
}

const prepared = new WeakMap<Store, Promise<void>>();

/** Creates missing auth tables, also when several processes start at once. */
export function prepareAccounts(store: Store): Promise<void> {
  const underWay = prepared.get(store);
  if (underWay !== undefined) return underWay;
  const made = makeTables(store).catch((error: unknown) => {
    prepared.delete(store);
    throw error;
  });
  prepared.set(store, made);
  return made;
}

async function makeTables(store: Store): Promise<void> {
  const { getMigrations } = await import("better-auth/db/migration");
  await store.write(async (writer) => {
    const { runMigrations } = await getMigrations(optionsFor(writer.authDatabase(), makeSecret()));
    await runMigrations();
  });
}

/** The auth tables of the sign-in library: users, passwords, sessions and one-use links. */
export type AuthTables = Awaited<SignIn["$context"]>["internalAdapter"];

const opened = new WeakMap<Store, Promise<AuthTables>>();

/** Returns the auth tables of a store, for use outside transactions. */
export function authTables(store: Store): Promise<AuthTables> {
  const known = opened.get(store);
  if (known !== undefined) return known;
  const accounts = accountsIn(store.authDatabase());
  opened.set(store, accounts);
  return accounts;
}

/** Returns the auth tables as seen and changed within a transaction. */
export function authTablesWithin(writer: Writer): Promise<AuthTables> {
  return accountsIn(writer.authDatabase());
}

async function accountsIn(database: AuthDatabase): Promise<AuthTables> {
  // The secret signs only cookies, and this instance makes none.
  const library = await signInLibrary(database, makeSecret());
  return (await library.$context).internalAdapter;
}

/** Adds an account inside the writer's transaction. Throws if the e-mail already has one. */
export async function createAccount(writer: Writer, account: Account): Promise<void> {
  const accounts = await authTablesWithin(writer);
  const { id, email, name, passwordHash } = account;
  const person = { id, email, name, emailVerified: true };
  await accounts.createUser(person, { method: "email-password" });
  await accounts.linkAccount({
    userId: id,
    providerId: "credential",
    accountId: id,
    password: passwordHash,
  });
}

/** Returns when the accounts of these users were created, by id. Users without one are absent. */
export async function accountDates(
  { db }: AuthDatabase,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const found = new Map<string, Date>();
  for (let start = 0; start < userIds.length; start += mostAtOnce) {
    const rows = await db
      .selectFrom("auth_user")
      .select(["id", "createdAt"])
      .where("id", "in", userIds.slice(start, start + mostAtOnce))
      .execute();
    for (const { id, createdAt } of rows) {
      const at = createdAt instanceof Date ? createdAt : new Date(String(createdAt));
      found.set(String(id), at);
    }
  }
  return found;
}

const mostAtOnce = 500;

/**
 * Returns the sign-in library over a database. It is loaded on first use, because that takes a
 * third of a second and 20 MB, and requests with an API key never need it.
 */
export async function signInLibrary(database: AuthDatabase, secret: string): Promise<SignIn> {
  const { betterAuth } = await import("better-auth");
  return betterAuth(optionsFor(database, secret));
}

type SignIn = ReturnType<typeof betterAuth<ReturnType<typeof optionsFor>>>;

function optionsFor({ db, type }: AuthDatabase, secret: string) {
  return {
    database: { db, type },
    secret,
    baseURL: "http://localhost",
    user: { modelName: "auth_user" },
    session: {
      modelName: "auth_session",
      additionalFields: { confirmedAt: { type: "date", required: false } },
    },
    account: { modelName: "auth_account" },
    // Our own clock decides whether a link has expired.
    verification: { modelName: "auth_verification", disableCleanup: true },
    advanced: { database: { generateId: () => newId() } },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 8,
      // In UTF-16 units: twice the allowed 256 characters.
      maxPasswordLength: 512,
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
  } as const;
}
