import { isAppError } from "@/lib/errors";

/** Ends a check whose time is over. */
export class TimeLimitExceeded extends Error {}

/** False when the time of a check ended `work` before its end. */
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

/** Lets others have a turn at the event loop. */
export function yieldNow(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
