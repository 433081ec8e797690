import { isProblem } from "@/lib/client/http/problem";

/**
 * The retries of reads: two. Client errors are final. An unreachable or overloaded server may
 * recover.
 */
export const retryPolicy = { retry: isWorthRetrying, retryDelay: waitBefore };

function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= 2) return false;
  return isProblem(error) && (error.status === 0 || error.status === 429 || error.status >= 503);
}

/** The delay that the server requests, else 1 s, then 2 s. */
function waitBefore(failures: number, error: Error): number {
  return (isProblem(error) ? error.retryAfterMs : undefined) ?? 1_000 * 2 ** failures;
}
