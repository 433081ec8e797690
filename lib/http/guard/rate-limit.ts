import { AppError } from "@/lib/errors";
import { TokenBuckets } from "./token-buckets";

/** Requests per minute from one address without valid credentials. */
const mostUnknown = 600;

type Headers = Readonly<Record<string, string>>;

/** The request limits of this process. */
export interface RateLimits {
  /**
   * Counts one request of a caller, or the work of several, and returns headers with the remaining
   * limit. Throws `too_many_requests` if too little remains; refused requests do not count.
   */
  takeShare(callerScope: string, requests?: number): Headers;
  /** Does the same for a request without valid credentials, by its address. */
  takeUnknown(address: string): Headers;
}

/**
 * Returns limits: `perMinute` requests for each caller, with a burst of `min(perMinute, max(5,000,
 * perMinute / 12))`, and 600 per minute for each address without valid credentials.
 */
export function rateLimits(perMinute: number): RateLimits {
  const burst = Math.min(perMinute, Math.max(5_000, Math.floor(perMinute / 12)));
  const callers = new TokenBuckets({ perMinute, burst });
  const addresses = new TokenBuckets({ perMinute: mostUnknown, burst: mostUnknown });
  return {
    takeShare: (callerScope, requests = 1) => {
      const left = callers.take(callerScope, requests);
      if (left.isTaken) return headersOf(perMinute, left);
      const items = requests > 1 ? ", of which each item counts as one" : "";
      const fewer = requests > 1 ? ", or send fewer at once" : "";
      const seconds = Math.min(left.retryAfterSeconds, left.resetSeconds);
      const detail = `You may send ${perMinute.toLocaleString("en")} requests a minute${items}. Wait ${seconds} s${fewer}.`;
      throw tooMany(detail, seconds, headersOf(perMinute, left));
    },
    takeUnknown: (address) => {
      const left = addresses.take(address);
      if (left.isTaken) return headersOf(mostUnknown, left);
      const seconds = left.retryAfterSeconds;
      const detail = `Too many requests without valid credentials came from your address: ${mostUnknown} a minute are answered. Send a valid key, or wait ${seconds} s.`;
      throw tooMany(detail, seconds, headersOf(mostUnknown, left));
    },
  };
}

function headersOf(
  limit: number,
  { remaining, resetSeconds }: { readonly remaining: number; readonly resetSeconds: number },
): Headers {
  return {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(resetSeconds),
  };
}

/** Refused before any work was done. */
function tooMany(detail: string, retryAfterSeconds: number, rateLimit: Headers): AppError {
  const details = { retryAfterSeconds, rateLimit, notBegun: true };
  return new AppError("too_many_requests", detail, details);
}
