/** Each hash takes 32 MB and a thread of the pool that files and DNS use too. */
const atOnce = 2;
let running = 0;
const urgent: Start[] = [];
/** What waits, by caller. The first caller of the map is the next. */
const waiting = new Map<string, Start[]>();

type Start = () => void;

/** For a person who signs in: goes before everything that waits. */
export const signInPriority = Symbol("sign-in");

/**
 * Runs a hash when a place is free: two run at once. Callers take turns, so many hashes of one keep another waiting for
 * one hash at most; a sign-in goes before all of them.
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

/** Gives the place to the next in turn, or frees it. */
function handOn(): void {
  const start = urgent.shift() ?? nextQueued();
  if (start) start();
  else running -= 1;
}

function nextQueued(): Start | undefined {
  const [first] = waiting;
  if (!first) return undefined;
  const [caller, [start, ...rest]] = first;
  // A caller with more to come goes to the end.
  waiting.delete(caller);
  if (rest.length > 0) waiting.set(caller, rest);
  return start;
}
