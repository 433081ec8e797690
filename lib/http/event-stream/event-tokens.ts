import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";

/** Tokens that are kept, because all streams show the same ones. */
const mostKept = 1_000;

/**
 * Writes positions in the change log as ids of events. A position tells how busy other projects
 * are, so it is encrypted: one block of AES-128 over the position, in 22 characters of base64url.
 * The same position always has the same id, in every process of the deployment.
 */
export class EventTokens {
  readonly #key: Buffer;
  readonly #kept = new Map<number, string>();

  /** `secret` is the secret of the sessions; a change of it makes all earlier ids unknown. */
  constructor(secret: string) {
    this.#key = createHmac("sha256", secret).update("ids of events").digest().subarray(0, 16);
  }

  tokenOf(position: number): string {
    const kept = this.#kept.get(position);
    if (kept !== undefined) return kept;
    if (this.#kept.size >= mostKept) this.#kept.clear();
    const token = this.#encrypted(position);
    this.#kept.set(position, token);
    return token;
  }

  #encrypted(position: number): string {
    const block = Buffer.alloc(16);
    block.writeBigUInt64BE(BigInt(position), 8);
    const cipher = createCipheriv("aes-128-ecb", this.#key, null).setAutoPadding(false);
    return Buffer.concat([cipher.update(block), cipher.final()]).toString("base64url");
  }

  /** Returns the position of an id; undefined for any other text. */
  positionOf(token: string): number | undefined {
    const block = Buffer.from(token, "base64url");
    if (block.length !== 16) return undefined;
    const decipher = createDecipheriv("aes-128-ecb", this.#key, null).setAutoPadding(false);
    const plain = Buffer.concat([decipher.update(block), decipher.final()]);
    const position = plain.readBigUInt64BE(8);
    const isOurs = plain.readBigUInt64BE(0) === 0n && position <= Number.MAX_SAFE_INTEGER;
    return isOurs ? Number(position) : undefined;
  }
}
