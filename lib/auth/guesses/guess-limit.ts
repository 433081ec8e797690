import { createHash } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Store } from "@/lib/store/port/store";
import { countGuess, type FailedSignIns, failuresBefore, forgiveGuess } from "./account-guesses";
import { accountHash, isKnownAddress } from "./known-addresses";
import { tooManyAttempts } from "./too-many-attempts";

const windowSeconds = 15 * 60;
const mostForAccount = 10;
const mostForAddress = 50;

/** The values of a deployment that the limit needs. */
interface GuessSettings {
  readonly store: Store;
  readonly now: () => Date;
  readonly secret: () => Promise<string>;
}

/** Takes one attempt, and the earlier ones for the account, back after a correct password. */
export type Forgive = () => Promise<void>;

/** Limits the guessing of passwords and links. */
export interface GuessLimit {
  /**
   * Counts one attempt at a password before the check, so that concurrent attempts count too.
   * Throws `too_many_requests` after 10 for the account from this address, or 50 from this address,
   * in 15 minutes, and as `countGuess` does. Only the first of these limits applies to an address
   * that the account was signed in from before. Other users of that address, or attackers
   * elsewhere, then cannot lock the user out.
   */
  spend(email: string, address: string): Promise<Forgive>;
  /** Returns the attempts that failed since the last sign-in. Call it once per sign-in. */
  failuresBefore(email: string): Promise<FailedSignIns | undefined>;
  /** Throws as `spendOnLink` does, but counts nothing, because only closed links count. */
  checkLink(link: string, address: string): Promise<void>;
  /** Counts one closed link. Throws after 10 for `link`, or 50, from this address in 15 minutes. */
  spendOnLink(link: string, address: string): Promise<void>;
}

/** Returns the limit of one process. It keeps the counts of the last 15 minutes in memory. */
export function guessLimit({ store, now, secret }: GuessSettings): GuessLimit {
  const pairs = new RateLimiterMemory({ points: mostForAccount, duration: windowSeconds });
  const addresses = new RateLimiterMemory({ points: mostForAddress, duration: windowSeconds });
  const attemptAt = async (email: string, address: string) => {
    const account = accountHash(await secret(), email);
    const isKnown = await isKnownAddress(store.reader, await secret(), account, address);
    return { account, isKnown, now: now() };
  };
  return {
    async spend(email, address) {
      await consume(pairs, pairOf(email, address));
      const attempt = await attemptAt(email, address);
      if (!attempt.isKnown) await consume(addresses, address);
      await countGuess(store, attempt);
      return async () => {
        await pairs.delete(pairOf(email, address));
        if (!attempt.isKnown) await addresses.reward(address, 1);
        await forgiveGuess(store, attempt);
      };
    },
    async failuresBefore(email) {
      const account = accountHash(await secret(), email);
      return failuresBefore(store, { account, isKnown: true, now: now() });
    },
    async checkLink(link, address) {
      refuseIfSpent(await addresses.get(address), mostForAddress);
      refuseIfSpent(await pairs.get(pairOf(link, address)), mostForAccount);
    },
    async spendOnLink(link, address) {
      // In this order, attempts refused for one link do not use up the address's limit for others.
      await consume(pairs, pairOf(link, address));
      await consume(addresses, address);
    },
  };
}

/** Returns a key of fixed length, whatever was sent as an account. */
function pairOf(account: string, address: string): string {
  return createHash("sha256")
    .update(`${address} ${account.trim().toLowerCase()}`)
    .digest("base64url");
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    throw refused instanceof RateLimiterRes ? tooManyAttempts(refused.msBeforeNext) : refused;
  }
}

function refuseIfSpent(spent: RateLimiterRes | null, most: number): void {
  if (spent && spent.consumedPoints >= most) throw tooManyAttempts(spent.msBeforeNext);
}
