import { asProblem } from "./problem-text";

/** A request is sent again by itself only when the server asks for no longer wait than this. */
const longestWaitMs = 5_000;

/**
 * Sends a request; where the server turned it away before it began (`notBegun`), waits as long as it asks and sends the
 * request once more, a write too. Answers the second reply, whatever it is. The wait ends with `signal`.
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

/** The seconds of a Retry-After header (RFC 9110, section 10.2.3), in milliseconds; ours never name a date. */
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
