/** How long the steps of one request go on, in milliseconds, before others get a turn. */
const longestInARowMs = 8;

/**
 * Divides the work of one request. The function it answers is called between two steps: it resolves at once while the
 * steps have taken less than 8 ms, else when the event loop has gone round.
 */
export function turns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longestInARowMs) return;
    await new Promise(setImmediate);
    since = performance.now();
  };
}

const waiting: (() => void)[] = [];
let isWalking = false;

/**
 * Resolves in a later turn of the event loop, for one caller in each turn. Long reads wait for it before each portion:
 * however many of them are under way, requests wait for one portion at most.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (isWalking) return;
    isWalking = true;
    setImmediate(walk);
  });
}

function walk(): void {
  waiting.shift()?.();
  isWalking = waiting.length > 0;
  if (isWalking) setImmediate(walk);
}
