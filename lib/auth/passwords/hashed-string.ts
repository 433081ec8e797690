import { randomBytes, timingSafeEqual } from "node:crypto";
import { queueHash, scryptKey } from "./hash-queue";

const [ln, r, p] = [15, 8, 1];
const keyBytes = 32;
const cost = { N: 2 ** ln, r, p, maxmem: 64 * 1024 * 1024 };

/**
 * Returns a hash that verifies `plain` and reveals nothing of it: salted scrypt (RFC 7914) with its
 * parameters, `$scrypt$ln=15,r=8,p=1$salt$hash`. Takes about 0.1 s off the main thread, after
 * queueing for `caller`.
 */
export async function hashString(plain: string, caller = ""): Promise<string> {
  const salt = randomBytes(16);
  const hash = await queueHash(caller, () => scryptKey(plain, salt, keyBytes, cost));
  return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

/**
 * Returns true if a hash of `hashString` is that of `plain`. Takes as long without a hash, and for
 * any text.
 */
export async function isHashOf(
  plain: string,
  hash: string | undefined,
  caller: string,
): Promise<boolean> {
  const found = form.exec(hash ?? "");
  const salt = Buffer.from(found?.[1] ?? "", "base64url");
  const held = Buffer.from(found?.[2] ?? "", "base64url");
  const tried = plain.slice(0, longestTried);
  const derived = await queueHash(caller, () => scryptKey(tried, salt, keyBytes, cost));
  const isRight = held.length === derived.length && timingSafeEqual(derived, held);
  return isRight && tried.length === plain.length;
}

const form = /^\$scrypt\$ln=15,r=8,p=1\$([\w-]+)\$([\w-]+)$/;
/** Spares hashing of texts sent to overload the server. */
const longestTried = 20_000;
