import type { ServerResponse } from "node:http";
import type { ApiResponse } from "@/lib/http/message/exchange";

/** How long a client may read nothing, in milliseconds: what is not read holds memory that others wait for. */
const mostCreditMs = 30_000;
/** The least average rate, in bytes per millisecond (kB/s). */
const leastRate = 1;

/**
 * The pieces of a reply, cut off when the client reads too slowly. A client has 30 s, uses them up while it reads, and
 * gains a second for each kilobyte that it has read, up to 30 s. The time that a piece takes to be made does not count.
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
