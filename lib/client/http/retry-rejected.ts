import { asProblem } from "./problem";

/** Longest delay requested by the server after which a request is retried automatically. */
const longestWaitMs = 5_000;

/**
 * Sends a request, reads and writes alike. If the server rejected it before it began (`notBegun`),
 * waits the requested delay and sends it once more. Returns the second response, whatever its
 * status. `signal` ends the wait.
 */
export async function sendWithRetry(
  send: () => Promise<Response>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const reply = await send();
  if (reply.status !== 429 && reply.status !== 503) return reply;
  const waitMs = retryDelayOf(reply);
  if (waitMs === undefined || waitMs > longestWaitMs) return reply;
  const { notBegun } = asProblem(await reply.clone().text());
  if (!notBegun) return reply;
  await pause(waitMs, signal);
  return send();
}

/**
 * Returns the delay of a Retry-After header (RFC 9110, section 10.2.3) in milliseconds. Our server
 * never sends a date.
 */
export function retryDelayOf(reply: Response): number | undefined {
  const seconds = Number(reply.headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}

function pause(forMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, forMs);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
