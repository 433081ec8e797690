import { apiKey } from "@/lib/resources/api-key";
import type { Row } from "@/lib/schema/row";
import { newId } from "@/lib/store/new-id";
import type { Writer } from "@/lib/store/store";
import { secretColumns, titlesIn } from "./issue-key";
import { hashSecret } from "./secret";
import { insertLogged, updateLogged } from "./system-writes";

const owner = "Project Owner";
/** The setting that remembers, as a hash, the key that the operator set last. */
const lastSet = "adminApiKeyHash";

/** Adds a key that may do everything in the whole deployment. */
export async function addAdminKey(
  writer: Writer,
  secret: string,
  name: string,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const row: Row = {
    _id: newId(),
    createdAt: at,
    updatedAt: at,
    version: 1,
    projectId: null,
    createdByUserId: null,
    name,
    description: "Made by the server at its start. Works in every project.",
    permissions: [owner],
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    previousKeyHash: null,
    previousKeyEndsAt: null,
    ...secretColumns(secret),
  };
  await insertLogged(writer, apiKey, row, now);
}

/**
 * Sees to it that `secret` is a key that may do everything, also after it was revoked or limited, and that
 * the one the operator set before it no longer works. Changes nothing when all is so already.
 */
export async function ensureAdminKey(writer: Writer, secret: string, now: Date): Promise<void> {
  const hash = hashSecret(secret);
  const row = await keyByHash(writer, hash);
  if (row?.["projectId"] === null) await restore(writer, row, now);
  else {
    // A record never leaves its project, so a key of one project gives its secret up.
    if (row) await end(writer, row, { keyHash: null }, now);
    await addAdminKey(writer, secret, "ADMIN_API_KEY", now);
  }
  const before = await writer.setting(lastSet);
  if (before === hash) return;
  const replaced = before === undefined ? undefined : await keyByHash(writer, before);
  if (replaced) await end(writer, replaced, {}, now);
  await writer.putSetting(lastSet, hash);
}

async function restore(writer: Writer, row: Row, now: Date): Promise<void> {
  const permissions = titlesIn(row["permissions"]);
  const isOwner = permissions.includes(owner);
  if (isOwner && row["revokedAt"] === null && row["expiresAt"] === null) return;
  const patch: Row = {
    permissions: isOwner ? permissions : [owner, ...permissions],
    revokedAt: null,
    expiresAt: null,
  };
  await updateLogged(writer, apiKey, row, patch, now);
}

async function end(writer: Writer, row: Row, patch: Row, now: Date): Promise<void> {
  if (row["revokedAt"] !== null && Object.keys(patch).length === 0) return;
  await updateLogged(writer, apiKey, row, { ...patch, revokedAt: now.toISOString() }, now);
}

async function keyByHash(writer: Writer, hash: string): Promise<Row | undefined> {
  const filter = { op: "eq", column: "keyHash", value: hash } as const;
  const [row] = await writer.find(apiKey, { projects: "all", filter, limit: 1 });
  return row;
}
