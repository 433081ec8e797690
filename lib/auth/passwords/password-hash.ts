import { randomBytes, timingSafeEqual } from "node:crypto";
import { queueHash, scryptKey, signInPriority } from "./hash-queue";

/**
 * Returns the hash of a password, `salt:key` in hexadecimal: scrypt (RFC 7914) off the main thread.
 * Databases of earlier versions hold the same format, so its parameters never change.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString("hex");
  return `${salt}:${(await derive(password, salt)).toString("hex")}`;
}

/** Returns true if `hash` is the hash of the password. Takes the same time for any text. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [salt = "", key = ""] = hash.split(":");
  const held = Buffer.from(key, "hex");
  const derived = await derive(password, salt);
  return held.length === derived.length && timingSafeEqual(derived, held);
}

const keyBytes = 64;
/** Each hash takes 32 MB. */
const cost = { N: 2 ** 14, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };

/** The salt is used as text. Equal characters in another Unicode form are the same password. */
function derive(password: string, salt: string): Promise<Buffer> {
  const text = password.normalize("NFKC");
  return queueHash(signInPriority, () => scryptKey(text, salt, keyBytes, cost));
}
