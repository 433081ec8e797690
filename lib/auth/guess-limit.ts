import { createHash } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "@/lib/errors";

const windowSeconds = 15 * 60;
const mostForAccount = 10;
const mostForAddress = 50;

/** Holds back whoever guesses passwords; kept in memory, for one process. */
export interface GuessLimit {
  /**
   * Counts one attempt before it is checked, so that attempts at once do not slip through. Throws
   * `too_many_requests` after 10 for the account from this address, or 50 from this address, in 15 minutes;
   * the account stays open to every other address.
   */
  spend(account: string, address: string): Promise<void>;
  /** Takes the attempts for the account back: it was its owner. */
  forgive(account: string, address: string): Promise<void>;
}

export function guessLimit(): GuessLimit {
  const pairs = new RateLimiterMemory({ points: mostForAccount, duration: windowSeconds });
  const addresses = new RateLimiterMemory({ points: mostForAddress, duration: windowSeconds });
  return {
    async spend(account, address) {
      await consume(addresses, address);
      await consume(pairs, pairOf(account, address));
    },
    async forgive(account, address) {
      await pairs.delete(pairOf(account, address));
      await addresses.reward(address, 1);
    },
  };
}

/** Of one length, whatever was sent as an account. */
function pairOf(account: string, address: string): string {
  return createHash("sha256")
    .update(`${address} ${account.trim().toLowerCase()}`)
    .digest("base64url");
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    const minutes = Math.ceil(retryAfterSeconds / 60);
    throw new AppError(
      "too_many_requests",
      `Too many attempts from your address. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
      { retryAfterSeconds },
    );
  }
}
