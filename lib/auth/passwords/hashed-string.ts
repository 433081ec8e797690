import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { queueHash } from "./hash-queue";

const current = { ln: 15, r: 8, p: 1 };
const keyBytes = 32;
const stored = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d)\$([\w-]{16,64})\$([\w-]{43})$/;

/**
 * Returns a hash that verifies `plain` and reveals nothing of it: salted scrypt (RFC 7914) with its
 * parameters, `$scrypt$ln=15,r=8,p=1$salt$hash`. Takes about 0.1 s off the main thread, after
 * queueing for `caller`.
 */
export async function hashString(plain: string, caller = ""): Promise<string> {
  const salt = randomBytes(16);
  const hash = await queueHash(caller, () => derive(plain, salt, current));
  const { ln, r, p } = current;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

/** Returns true if `hashed` is the hash of `plain`; false also if it is not our hash. */
export async function verifyHashed(plain: string, hashed: string): Promise<boolean> {
  const parts = parse(hashed);
  if (!parts) return false;
  const { salt, cost, hash } = parts;
  return timingSafeEqual(await queueHash("", () => derive(plain, salt, cost)), hash);
}

/** Returns true if a hash has other costs than today's. Rehash when the plain text is available. */
export function needsRehash(hashed: string): boolean {
  const cost = parse(hashed)?.cost;
  return cost?.ln !== current.ln || cost.r !== current.r || cost.p !== current.p;
}

interface Cost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

function parse(hashed: string): { cost: Cost; salt: Buffer; hash: Buffer } | undefined {
  const [, ln, r, p, salt, hash] = stored.exec(hashed) ?? [];
  if (salt === undefined || hash === undefined) return undefined;
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  // Higher costs would let a stored text take hundreds of megabytes.
  if (cost.ln < 10 || cost.ln > 17 || cost.r < 1 || cost.r > 8 || cost.p < 1) return undefined;
  const digest = Buffer.from(hash, "base64url");
  if (digest.length !== keyBytes) return undefined;
  return { cost, salt: Buffer.from(salt, "base64url"), hash: digest };
}

async function derive(plain: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** ln;
  const options: ScryptOptions = { N, r, p, maxmem: 128 * N * r + 128 * r * p + 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(plain, salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
