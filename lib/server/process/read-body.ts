import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/errors";
import type { IncomingBody } from "@/lib/http/message/body/receive-body";

const mostDropped = 64_000_000;
const longestDropMs = 5_000;
const mostTakenIn = 65_536;

/**
 * Returns the body of a request of Node's server. `drop` reads and discards at most 64 MB, for 5 s,
 * because a client that is still sending does not read the response. Throws a 400 if the connection
 * ends early.
 */
export function incomingOf(request: IncomingMessage): IncomingBody {
  const { headers } = request;
  const length = headers["content-length"];
  if (length === undefined && headers["transfer-encoding"] === undefined) return noBody;
  const parts: Buffer[] = [];
  return {
    length: length === undefined ? undefined : Number(length),
    requireClient: () => {
      if (request.socket.destroyed) throw brokenOff();
    },
    takeIn: (most, onBytes) => collect(request, parts, most, onBytes),
    bytes: () => (parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)),
    drop: () => dropRest(request),
  };
}

const noBody: IncomingBody = {
  length: 0,
  takeIn: async () => true,
  bytes: () => new Uint8Array(),
  drop: async () => undefined,
};

/** Reads all chunks (true), or stops at a limit (false); the rest then waits in the socket. */
function collect(
  request: IncomingMessage,
  parts: Buffer[],
  most: number,
  onBytes: (count: number) => boolean,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let size = parts.reduce((sum, part) => sum + part.length, 0);
    const take = (part: Buffer) => {
      parts.push(part);
      size += part.length;
      if (onBytes(part.length) && size <= most) return;
      request.pause();
      end(() => resolve(false));
    };
    const complete = () => end(() => resolve(true));
    const broken = () => end(() => reject(brokenOff()));
    const end = (settle: () => void) => {
      request.off("data", take).off("end", complete).off("error", broken).off("close", broken);
      settle();
    };
    if (size > most) resolve(false);
    else if (request.readableEnded) resolve(true);
    else if (request.destroyed) reject(brokenOff());
    else {
      request.on("data", take).on("end", complete).on("error", broken).on("close", broken);
      request.resume();
    }
  });
}

/** Only the log can show it, because the client has disconnected. */
function brokenOff(): AppError {
  return new AppError("validation", "The request ended before its body did. Send it again.");
}

function dropRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(resolve, longestDropMs);
    const done = () => {
      clearTimeout(deadline);
      resolve();
    };
    let dropped = 0;
    request.on("data", (part: Buffer) => {
      dropped += part.length;
      if (dropped > mostDropped) done();
    });
    request.on("error", done);
    request.once("end", done);
    request.once("close", done);
    if (request.readableEnded || request.destroyed) done();
    request.resume();
  });
}

/** Returns whether so much is still to come that the connection should end instead. */
export function isStillSending({ complete, headers }: IncomingMessage): boolean {
  if (complete || headers["transfer-encoding"] !== undefined) return !complete;
  return Number(headers["content-length"] ?? 0) > mostTakenIn;
}
