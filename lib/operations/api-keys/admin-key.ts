import { secretColumns, titlesIn } from "@/lib/auth/keys/issue-key";
import { hashSecret } from "@/lib/auth/keys/secret";
import { newRow } from "@/lib/operations/rows/new-row";
import { findRows } from "@/lib/operations/rows/read-record";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { apiKey } from "@/lib/resources/settings/api-key";
import { ownerRole } from "@/lib/schema/permission-titles";
import type { Row } from "@/lib/schema/row";
import type { Writer } from "@/lib/store/port/store";

/** Setting with the hash of the key that the operator set last. */
const lastSet = "adminApiKeyHash";

/** Creates a key with the owner role for the whole deployment. */
export async function addAdminKey(
  transaction: Transaction,
  secret: string,
  name: string,
): Promise<void> {
  const columns = {
    name,
    description: "Made by the server at its start. Works in every project.",
    permissions: [ownerRole],
    ...secretColumns(secret),
  };
  await transaction.changes.create(
    apiKey,
    newRow(transaction.context, apiKey, columns, transaction.now),
  );
}

/**
 * Ensures that `secret` is a working key with the owner role for the whole deployment, even if it
 * was revoked or limited. Revokes the key that the operator set before. Changes nothing if both
 * already hold.
 */
export async function ensureAdminKey(transaction: Transaction, secret: string): Promise<void> {
  const { writer } = transaction;
  const hash = hashSecret(secret);
  const row = await keyByHash(writer, hash);
  if (row?.projectId === null) await restore(transaction, row);
  else {
    // A record never changes its project, so a key of one project gives up its secret.
    if (row) await end(transaction, row, { keyHash: null });
    await addAdminKey(transaction, secret, "ADMIN_API_KEY");
  }
  const before = await writer.setting(lastSet);
  if (before === hash) return;
  const replaced = before === undefined ? undefined : await keyByHash(writer, before);
  if (replaced) await end(transaction, replaced, {});
  await writer.putSetting(lastSet, hash);
}

async function restore(transaction: Transaction, row: Row): Promise<void> {
  const permissions = titlesIn(row.permissions);
  const isOwner = permissions.includes(ownerRole);
  if (isOwner && row.revokedAt === null && row.expiresAt === null) return;
  await transaction.changes.update(apiKey, row, {
    permissions: isOwner ? permissions : [ownerRole, ...permissions],
    revokedAt: null,
    expiresAt: null,
  });
}

async function end(transaction: Transaction, row: Row, patch: Row): Promise<void> {
  if (row.revokedAt !== null && Object.keys(patch).length === 0) return;
  await transaction.changes.update(apiKey, row, { ...patch, revokedAt: transaction.now });
}

async function keyByHash(writer: Writer, hash: string): Promise<Row | undefined> {
  const filter = { op: "eq", column: "keyHash", value: hash } as const;
  const [row] = await findRows(writer, apiKey, { projects: "all", filter, limit: 1 });
  return row;
}
