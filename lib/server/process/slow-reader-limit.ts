import type { ServerResponse } from "node:http";
import type { ApiResponse } from "@/lib/http/message/request-response";

/** Longest time without reading, in milliseconds: unread data holds memory that others need. */
const mostCreditMs = 30_000;
/** Minimum average rate, in bytes per millisecond (kB/s). */
const leastRate = 1;

/**
 * Yields the chunks of a response, and cuts it off if the client reads too slowly. A client has a
 * credit of 30 s, spends it while it reads, and gains 1 s per kilobyte read, up to 30 s. The time
 * to produce a chunk does not count.
 */
export async function* limitSlowReader(
  stream: NonNullable<ApiResponse["stream"]>,
  response: Pick<ServerResponse, "destroy">,
): AsyncGenerator<string | Uint8Array> {
  let creditMs = mostCreditMs;
  for await (const piece of stream) {
    const began = performance.now();
    const unread = setTimeout(() => response.destroy(), creditMs);
    try {
      yield piece;
    } finally {
      clearTimeout(unread);
    }
    const gainedMs = Buffer.byteLength(piece) / leastRate;
    const usedMs = performance.now() - began;
    creditMs = Math.min(mostCreditMs, Math.max(0, creditMs - usedMs) + gainedMs);
  }
}
