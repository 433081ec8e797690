import { addDeploymentOwner } from "@/lib/auth/grants/deployment-owners";
import { makePassword, makeSecret } from "@/lib/auth/keys/secret";
import { hashPassword } from "@/lib/auth/passwords/password-hash";
import { isAppError } from "@/lib/errors";
import { addAdminKey, ensureAdminKey } from "@/lib/operations/api-keys/admin-key";
import { newRow } from "@/lib/operations/rows/new-row";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { systemContext } from "@/lib/operations/transaction/system-context";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { apiKey } from "@/lib/resources/settings/api-key";
import { user } from "@/lib/resources/settings/user";
import type { NewAccount } from "@/lib/store/port/auth-tables";
import { newId } from "@/lib/store/port/new-id";
import type { Reader, Store } from "@/lib/store/port/store";

/** Operator settings (`ADMIN_EMAIL`, `ADMIN_PASSWORD`, `ADMIN_API_KEY`), already validated. */
export interface FirstStartOptions {
  readonly adminEmail?: string | undefined;
  readonly adminPassword?: string | undefined;
  readonly adminApiKey?: string | undefined;
  readonly now: Date;
}

/** Result of a first start, shown once. A password or key is included only if it was generated. */
export interface FirstStart {
  readonly owner?: { readonly email: string; readonly password?: string };
  readonly key?: string;
}

/** Number of times that a start waits for the lock of writes. */
const mostTries = 6;

/**
 * In a database without keys and users, creates the first owner and a key for the whole deployment.
 * Of several concurrent starts, exactly one does. Every start ensures that `adminApiKey` works.
 */
export async function prepareFirstStart(
  store: Store,
  options: FirstStartOptions,
): Promise<FirstStart> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryFirstStart(store, options);
    } catch (error) {
      // The process of the first start holds the lock while it loads the sample project.
      const isBusy = isAppError(error) && error.code === "unavailable";
      if (!isBusy || tries === mostTries || (await isFresh(store.reader))) throw error;
    }
  }
}

async function tryFirstStart(store: Store, options: FirstStartOptions): Promise<FirstStart> {
  const { adminApiKey } = options;
  const context = systemContext(store, "Server start", options.now);
  if (!(await isFresh(store.reader))) {
    if (adminApiKey === undefined) return {};
    return inTransaction(context, (tx) => keepAdminKey(tx, adminApiKey));
  }
  const password = options.adminPassword ?? makePassword();
  const owner: NewAccount = {
    id: newId(),
    email: options.adminEmail ?? "owner@tocsin.local",
    name: "Owner",
    passwordHash: await hashPassword(password),
  };
  const key = makeSecret();
  return inTransaction(context, async (transaction) => {
    if (!(await isFresh(transaction.writer))) return keepAdminKey(transaction, adminApiKey);
    await addOwner(transaction, owner);
    if (adminApiKey === undefined) await addAdminKey(transaction, key, "First key");
    else await ensureAdminKey(transaction, adminApiKey);
    return {
      owner: { email: owner.email, ...(options.adminPassword === undefined && { password }) },
      ...(adminApiKey === undefined && { key }),
    };
  });
}

/** Returns true for a database without keys and people: no server has started on it. */
export async function isFresh(reader: Reader): Promise<boolean> {
  const [keys, people] = [apiKey, user].map((one) => reader.count(one, { projects: "all" }));
  return (await keys) === 0 && (await people) === 0;
}

async function keepAdminKey(
  transaction: Transaction,
  secret: string | undefined,
): Promise<FirstStart> {
  if (secret !== undefined) await ensureAdminKey(transaction, secret);
  return {};
}

async function addOwner(transaction: Transaction, owner: NewAccount): Promise<void> {
  const { id, name, email } = owner;
  await transaction.changes.create(
    user,
    newRow(transaction.context, user, { _id: id, name, email }, transaction.now),
  );
  await transaction.writer.auth.insertAccount(owner);
  await addDeploymentOwner(transaction.writer, id);
}
