import { yieldToEventLoop } from "./event-loop";

/** Longest time, in milliseconds, that the steps of one request run before they yield. */
const longestInARowMs = 8;

/**
 * Returns a function to call between two steps of a request. It resolves at once while the steps
 * have taken less than 8 ms, and yields to the event loop otherwise.
 */
export function yieldEvery(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longestInARowMs) return;
    await yieldToEventLoop();
    since = performance.now();
  };
}

const waiting: (() => void)[] = [];
let isWalking = false;

/**
 * Yields to the event loop, one caller at a time. Long work awaits it before each step. Requests
 * then wait for one step at most, for any amount of long work in progress.
 */
export function yieldInTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (!isWalking) void walk();
  });
}

async function walk(): Promise<void> {
  isWalking = true;
  while (waiting.length > 0) {
    await yieldToEventLoop();
    waiting.shift()?.();
  }
  isWalking = false;
}
