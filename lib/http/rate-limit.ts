import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "@/lib/errors";

const windowSeconds = 60;

/**
 * Counts one request of a caller, or as much work as several are, and answers the headers that say what is left of the
 * minute. Throws `too_many_requests` when not so much is; what is refused as too much work is not counted.
 */
export type TakeShare = (
  callerId: string,
  requests?: number,
) => Promise<Readonly<Record<string, string>>>;

/** A limit of so many requests a minute for each caller, kept in this process. */
export function rateLimit(requestsPerMinute: number): TakeShare {
  const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: windowSeconds });
  return async (callerId, requests = 1) => {
    try {
      return headersOf(requestsPerMinute, await limiter.consume(callerId, requests));
    } catch (refusal) {
      if (refusal instanceof Error) throw refusal;
      if (requests > 1) await limiter.reward(callerId, requests);
      const retryAfterSeconds = secondsOf(refusal as RateLimiterRes);
      const items = requests > 1 ? ", of which each item counts as one" : "";
      const detail = `This key may send ${requestsPerMinute} requests a minute${items}. Wait ${retryAfterSeconds} s${items && ", or send fewer at once"}.`;
      throw new AppError("too_many_requests", detail, { retryAfterSeconds });
    }
  };
}

function headersOf(limit: number, left: RateLimiterRes): Record<string, string> {
  return {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(left.remainingPoints),
    "RateLimit-Reset": String(secondsOf(left)),
  };
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}
