import { yieldToEventLoop } from "./event-loop";

/** How long the steps of one request go on, in milliseconds, before others get a turn. */
const longestInARowMs = 8;

/**
 * Divides the work of one request. The function it answers is called between two steps: it resolves at once while the
 * steps have taken less than 8 ms, else when others have been served.
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
 * Resolves when others have been served, for one caller at a time. Long work waits for it before each step: however much
 * of it is under way, requests wait for one step at most.
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
