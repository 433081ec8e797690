import { callerScope } from "@/lib/auth/grants/caller-scope";
import { AppError } from "@/lib/errors";
import { rulesOf } from "@/lib/operations/rules";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** An `Idempotency-Key` with the path and a hash of the body of its request. */
export interface Idempotency {
  readonly key: string;
  readonly path: string;
  readonly bodyHash: string;
}

interface Reply {
  readonly record: Row;
  readonly version: number;
}

/**
 * Returns the stored reply for this key, or undefined for a new key. Read inside the write's
 * transaction, so that the second of two concurrent requests sees the first one's reply. Throws 409
 * for another body.
 */
export async function storedReply(
  { context: { caller }, writer }: Transaction,
  resource: Resource,
  idempotency: Idempotency | undefined,
): Promise<(Reply & { readonly replayed: true }) | undefined> {
  if (idempotency === undefined) return undefined;
  const { key, path, bodyHash } = idempotency;
  const kept = await writer.idempotencyRecord(callerScope(caller), path, key);
  if (kept === undefined) return undefined;
  assertSameBody(kept, bodyHash);
  if (kept.answer === null) {
    const detail = `This ${resource.name} exists already: an earlier request made ${kept.recordId}. Its secret cannot be shown again. Rotate or revoke it, or send other data with another Idempotency-Key.`;
    throw new AppError("conflict", detail);
  }
  const reply: Reply = JSON.parse(kept.answer);
  return { ...reply, replayed: true };
}

/**
 * Binds the key of many creates to their body, before any of them. Throws 409 if it was used with
 * another body.
 */
export async function bindToBody(
  { context: { caller }, writer }: Transaction,
  { key, path, bodyHash }: Idempotency,
): Promise<void> {
  // Keys of single items end with their position.
  const whole = `${key}#`;
  const kept = await writer.idempotencyRecord(callerScope(caller), path, whole);
  if (kept !== undefined) return assertSameBody(kept, bodyHash);
  const bound = { bodyHash, recordId: "", answer: null };
  await writer.saveIdempotencyRecord(callerScope(caller), path, whole, bound);
}

function assertSameBody(kept: Pick<Idempotency, "bodyHash">, bodyHash: string): void {
  if (kept.bodyHash === bodyHash) return;
  const detail = "This Idempotency-Key was used with another body. Send a new key.";
  throw new AppError("conflict", detail);
}

/** Stores a successful reply; for a reply with a secret, only the record's id. */
export async function storeReply(
  { context: { caller }, writer }: Transaction,
  resource: Resource,
  reply: Reply,
  idempotency: Idempotency | undefined,
): Promise<void> {
  if (idempotency === undefined) return;
  const { key, path, bodyHash } = idempotency;
  const isSecret = rulesOf(resource.path).shownOnce !== undefined;
  await writer.saveIdempotencyRecord(callerScope(caller), path, key, {
    bodyHash,
    recordId: String(reply.record._id),
    answer: isSecret ? null : JSON.stringify(reply),
  });
}
