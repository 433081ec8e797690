import { apiKey } from "@/lib/resources/api-key";
import { user } from "@/lib/resources/user";
import { newId } from "@/lib/store/new-id";
import type { Reader, Store, Writer } from "@/lib/store/store";
import { type Account, createAccount, hashPassword, prepareAccounts } from "./accounts";
import { addAdminKey, ensureAdminKey } from "./admin-key";
import { addDeploymentOwner } from "./deployment-owners";
import { makePassword, makeSecret } from "./secret";
import { insertLogged } from "./system-writes";

/** Settings of the operator (`ADMIN_EMAIL`, `ADMIN_PASSWORD`, `ADMIN_API_KEY`), already checked. */
export interface FirstStartOptions {
  readonly adminEmail?: string | undefined;
  readonly adminPassword?: string | undefined;
  readonly adminApiKey?: string | undefined;
  readonly now: Date;
}

/** What was made, to be shown once: a password or key only where the operator did not set it. */
export interface FirstStart {
  readonly owner?: { readonly email: string; readonly password?: string };
  readonly key?: string;
}

/**
 * Lets the first people in: in a database without any key or person makes an account that owns the
 * deployment and a key for all of it. Of several starts at once exactly one does. At every start it sees
 * to it that `adminApiKey` works.
 */
export async function prepareFirstStart(
  store: Store,
  options: FirstStartOptions,
): Promise<FirstStart> {
  const { adminApiKey, now } = options;
  if (!(await isFresh(store.reader))) {
    if (adminApiKey === undefined) return {};
    return store.write((writer) => keepAdminKey(writer, adminApiKey, now));
  }
  await prepareAccounts(store);
  const password = options.adminPassword ?? makePassword();
  const owner: Account = {
    id: newId(),
    email: options.adminEmail ?? "owner@tocsin.local",
    name: "Owner",
    passwordHash: await hashPassword(password),
  };
  const key = makeSecret();
  return store.write(async (writer) => {
    if (!(await isFresh(writer))) return keepAdminKey(writer, adminApiKey, now);
    await addOwner(writer, owner, now);
    if (adminApiKey === undefined) await addAdminKey(writer, key, "First key", now);
    else await ensureAdminKey(writer, adminApiKey, now);
    return {
      owner: { email: owner.email, ...(options.adminPassword === undefined && { password }) },
      ...(adminApiKey === undefined && { key }),
    };
  });
}

async function isFresh(reader: Reader): Promise<boolean> {
  const [keys, people] = [apiKey, user].map((one) => reader.count(one, { projects: "all" }));
  return (await keys) === 0 && (await people) === 0;
}

async function keepAdminKey(
  writer: Writer,
  secret: string | undefined,
  now: Date,
): Promise<FirstStart> {
  if (secret !== undefined) await ensureAdminKey(writer, secret, now);
  return {};
}

async function addOwner(writer: Writer, owner: Account, now: Date): Promise<void> {
  const { id, name, email } = owner;
  const at = now.toISOString();
  const row = { _id: id, createdAt: at, updatedAt: at, version: 1, name, email };
  await insertLogged(writer, user, row, now);
  await createAccount(writer, owner);
  await addDeploymentOwner(writer, id);
}
