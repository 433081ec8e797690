import { hash, randomBytes } from "node:crypto";

const mark = "toc_";
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Returns a new secret: `toc_` and 256 random bits as 43 letters and digits. */
export function makeSecret(): string {
  return mark + inLettersAndDigits(randomBytes(32));
}

/** Returns a new token for a session or one-use link: 256 random bits as 43 letters and digits. */
export function makeToken(): string {
  return inLettersAndDigits(randomBytes(32));
}

/** Returns a new password for a user: 20 letters and digits, over 118 random bits. */
export function makePassword(): string {
  return inLettersAndDigits(randomBytes(32)).slice(-20);
}

/**
 * Returns the SHA-256 of a secret in hex, the only form in which it is stored and looked up. A fast
 * hash suffices, because the secret has too many bits to guess.
 */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Returns true for a text that begins as the keys that we make. */
export function hasKeyPrefix(text: string): boolean {
  return text.startsWith(mark);
}

/** Returns the visible prefix of a secret: at most 10 characters and a quarter of it. */
export function prefixOf(secret: string): string {
  return secret.slice(0, Math.min(10, Math.floor(secret.length / 4)));
}

/** Returns true for a text that has the form of a key: 16 to 256 visible ASCII characters. */
export function isKeyShaped(text: string): boolean {
  return /^[\x21-\x7e]{16,256}$/.test(text);
}

/** 62^43 is a little above 2^256, so 43 characters hold 32 bytes without loss. */
function inLettersAndDigits(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  while (text.length < 43) {
    text = alphabet.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
