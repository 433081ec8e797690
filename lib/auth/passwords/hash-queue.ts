import { type ScryptOptions, scrypt } from "node:crypto";
import { promisify } from "node:util";

/** Concurrent hashes. Each takes 32 MB and a thread of the pool shared with files and DNS. */
const atOnce = 2;
let running = 0;
const urgent: Start[] = [];
/** Queued hashes by caller. The first caller of the map is next. */
const waiting = new Map<string, Start[]>();

type Start = () => void;

/** The caller for sign-ins, which go before all queued hashes. */
export const signInPriority = Symbol("sign-in");

/**
 * Runs a hash when one of two slots is free. Callers take turns, so that a caller with many hashes
 * delays another by one hash at most. Sign-ins go first.
 */
export async function queueHash<T>(
  caller: string | typeof signInPriority,
  hash: () => Promise<T>,
): Promise<T> {
  await waitForSlot(caller);
  try {
    return await hash();
  } finally {
    handOn();
  }
}

function waitForSlot(caller: string | typeof signInPriority): Promise<void> {
  if (running < atOnce) {
    running += 1;
    return Promise.resolve();
  }
  return new Promise((start) => {
    if (caller === signInPriority) urgent.push(start);
    else waiting.set(caller, [...(waiting.get(caller) ?? []), start]);
  });
}

/** Passes the slot to the next queued hash, or frees it. */
function handOn(): void {
  const start = urgent.shift() ?? nextQueued();
  if (start) start();
  else running -= 1;
}

function nextQueued(): Start | undefined {
  const [first] = waiting;
  if (!first) return undefined;
  const [caller, [start, ...rest]] = first;
  // A caller with further hashes moves to the end.
  waiting.delete(caller);
  if (rest.length > 0) waiting.set(caller, rest);
  return start;
}

/** Derives a key by scrypt (RFC 7914), off the main thread. */
export const scryptKey = promisify<string, string | Buffer, number, ScryptOptions, Buffer>(scrypt);
