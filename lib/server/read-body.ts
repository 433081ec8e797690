import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/errors";
import { tooLarge } from "@/lib/http/body";
import { bodyText } from "@/lib/http/body-text";

const mostDropped = 64_000_000;
const longestDrop = 5_000;
const mostTakenIn = 65_536;

/**
 * The body of a request as text. Throws a 413 beyond `maxBytes`: the rest is then read and dropped first, for at
 * most 64 MB or 5 s, because a client that is still sending does not see the answer. Throws a 400 for bytes that
 * are no UTF-8 and for a connection that ends early.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  return bodyText(await readBytes(request, maxBytes), request.headers["content-encoding"]);
}

/** The body of a request as it came. Throws as `readBody` does, but for what the bytes are. */
export async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const { headers } = request;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) {
    return new Uint8Array();
  }
  const bytes = await collect(request, maxBytes);
  if (bytes) return bytes;
  await dropRest(request);
  throw tooLarge(maxBytes);
}

/** All bytes, or undefined as soon as there are, or will be, too many. */
function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on("data", (part: Buffer) => {
      size += part.length;
      if (size <= maxBytes) parts.push(part);
      else resolve(undefined);
    });
    request.on("end", () => resolve(Buffer.concat(parts)));
    request.on("error", () => reject(brokenOff()));
  });
}

/** Only the log could see it: the client is gone. */
function brokenOff(): AppError {
  return new AppError("validation", "The request ended before its body did. Send it again.");
}

function dropRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(resolve, longestDrop);
    const done = () => {
      clearTimeout(deadline);
      resolve();
    };
    let dropped = 0;
    request.removeAllListeners("data");
    request.on("data", (part: Buffer) => {
      dropped += part.length;
      if (dropped > mostDropped) done();
    });
    request.once("end", done);
    request.once("close", done);
    request.resume();
  });
}

/** Whether so much is still to come that it is better to end the connection than to take it in. */
export function isStillSending({ complete, headers }: IncomingMessage): boolean {
  if (complete || headers["transfer-encoding"] !== undefined) return !complete;
  return Number(headers["content-length"] ?? 0) > mostTakenIn;
}
