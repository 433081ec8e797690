/** How many changes are made in a row before others get a turn. */
const changesInARow = 200;

/**
 * Counts the changes of one write: the answer resolves at once, but after many in a row only when the event loop has
 * gone round, so that a write of tens of thousands of records does not stop the process for everyone.
 */
export function turns(): () => Promise<void> {
  let made = 0;
  return async () => {
    made += 1;
    if (made % changesInARow === 0) await new Promise(setImmediate);
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
