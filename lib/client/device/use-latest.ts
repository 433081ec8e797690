import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Returns a ref to the value of the last committed render, for listeners, timers and rows that are
 * not rerendered. Never a value of a background render that is not yet on screen.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  // Set after the commit and before the user can press a key.
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
