"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * What a component was given when it was last drawn, for those who ask later: listeners, timers, rows that are not drawn
 * again. Never what is only being drawn in the background, and not on the screen yet.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  // Noted once it is drawn, and before anybody can press a key on it.
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
