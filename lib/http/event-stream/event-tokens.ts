import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";

/**
 * Writes positions in the change log as ids of events. A position tells how busy other projects
 * are, so it is encrypted: one block of AES-128 over the position, in 22 characters of base64url.
 * The same position always has the same id, in every process of the deployment.
 */
export class EventTokens {
  readonly #key: Buffer;

  /** `secret` is the secret of the sessions; a change of it makes all earlier ids unknown. */
  constructor(secret: string) {
    this.#key = createHmac("sha256", secret).update("ids of events").digest().subarray(0, 16);
  }

  tokenOf(position: number): string {
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
