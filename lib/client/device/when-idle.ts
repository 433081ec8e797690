/**
 * Calls `act` when the browser has nothing else to do, or a second later where it cannot tell.
 * Returns a function that cancels the call.
 */
export function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(act, 1_000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act);
  return () => cancelIdleCallback(handle);
}
