import { createHmac } from "node:crypto";
import type { Reader, Writer } from "@/lib/store/port/store";

/**
 * Returns the hash under which attempts at an account are counted, even if it does not exist.
 * `secret` keeps it from being guessed.
 */
export function accountHash(secret: string, email: string): string {
  return hashOf(secret, `account ${email.trim().toLowerCase()}`);
}

/**
 * Returns true if the account was signed in from this address before. Does the same work for an
 * unknown account.
 */
export async function isKnownAddress(
  reader: Reader,
  secret: string,
  account: string,
  address: string,
): Promise<boolean> {
  const hash = hashOf(secret, `address ${account} ${address}`);
  return (await read(reader, account)).includes(hash);
}

/** Remembers an address from which the account signs in. Keeps the latest 20, as hashes. */
export async function rememberAddress(
  writer: Writer,
  secret: string,
  account: string,
  address: string,
): Promise<void> {
  const known = await read(writer, account);
  const hash = hashOf(secret, `address ${account} ${address}`);
  if (known.includes(hash)) return;
  await writer.putSetting(nameOf(account), JSON.stringify([hash, ...known].slice(0, mostKept)));
}

const mostKept = 20;

async function read(reader: Reader, account: string): Promise<readonly string[]> {
  const kept: unknown = JSON.parse((await reader.setting(nameOf(account))) ?? "[]");
  return Array.isArray(kept) ? kept.map(String) : [];
}

function nameOf(account: string): string {
  return `addresses of ${account}`;
}

function hashOf(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url").slice(0, 22);
}
