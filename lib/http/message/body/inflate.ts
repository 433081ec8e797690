import { createGunzip } from "node:zlib";
import { AppError, isAppError } from "@/lib/errors";
import { tooLarge } from "./body";

/** A body may become this many times as long. JSON stays far below, bombs are far above. */
const largestRatio = 100;
/** Compressed bytes per step. */
const bytesAStep = 16_384;

interface Inflation {
  /** Limit on the inflated bytes. */
  readonly maxBytes: number;
  /** Called with the inflated bytes of each step. Throws to end the inflation. */
  readonly onBytes: (count: number) => void;
}

/**
 * Returns the content of a body that gzip compressed. Inflates in steps, in a thread of zlib, and
 * ends at the first byte beyond a limit. Throws a 413 beyond `maxBytes` or a hundred times the
 * compressed length, a 400 for anything but whole gzip.
 */
export async function inflate(sent: Uint8Array, limits: Inflation): Promise<Buffer> {
  const { maxBytes, onBytes } = limits;
  const gunzip = createGunzip();
  const parts: Buffer[] = [];
  let size = 0;
  feed(gunzip, sent);
  try {
    for await (const part of gunzip as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      if (size > sent.length * largestRatio) throw ratioExceeded();
      onBytes(part.length);
      parts.push(part);
    }
  } catch (error) {
    throw isAppError(error) ? error : notGzip();
  } finally {
    gunzip.destroy();
  }
  return Buffer.concat(parts);
}

function feed(gunzip: ReturnType<typeof createGunzip>, sent: Uint8Array): void {
  let from = 0;
  const next = () => {
    while (from < sent.length) {
      const piece = sent.subarray(from, from + bytesAStep);
      from += bytesAStep;
      if (!gunzip.write(piece)) {
        gunzip.once("drain", next);
        return;
      }
    }
    gunzip.end();
  };
  next();
}

function ratioExceeded(): AppError {
  const detail = `The body is more than ${largestRatio} times as long as it was sent. Send it without Content-Encoding.`;
  return new AppError("payload_too_large", detail);
}

function notGzip(): AppError {
  return new AppError("validation", "The body is not valid gzip, as its Content-Encoding says.");
}
