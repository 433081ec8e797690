import { hash, randomBytes } from "node:crypto";

const mark = "toc_";
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A new secret: `toc_` and 256 random bits as 43 letters and digits. */
export function makeSecret(): string {
  return mark + inLettersAndDigits(randomBytes(32));
}

/** A new token for a session or a one-use link: 256 random bits as 43 letters and digits. */
export function makeToken(): string {
  return inLettersAndDigits(randomBytes(32));
}

/** A new password for a person: 20 letters and digits, over 118 random bits. */
export function makePassword(): string {
  return inLettersAndDigits(randomBytes(32)).slice(-20);
}

/**
 * The only form in which a secret is stored and looked up: SHA-256 in hex. A fast hash is enough because
 * what is hashed has too many bits to be guessed.
 */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** The beginning of a secret by which people recognise it: at most 10 characters and a quarter of it. */
export function prefixOf(secret: string): string {
  return secret.slice(0, Math.min(10, Math.floor(secret.length / 4)));
}

/** True for what can be a key at all: 16 to 256 visible ASCII characters. */
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
