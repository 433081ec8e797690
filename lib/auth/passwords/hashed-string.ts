import { randomBytes } from "node:crypto";
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
