import { isAppError } from "@/lib/errors";

/** Thrown when a check exceeds its time limit. */
export class TimeLimitExceeded extends Error {}

/** Returns false if a limit ended `work` early. */
export async function withinTimeLimit(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    const isTooMuch = isAppError(error) && error.code === "query_too_expensive";
    if (error instanceof TimeLimitExceeded || isTooMuch) return false;
    throw error;
  }
}

/** Yields to the event loop. */
export function yieldNow(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
