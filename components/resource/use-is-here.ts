"use client";

import { useCallback, useEffect, useRef } from "react";

/** Answers, whenever it is asked, whether the part of the page that uses this is still there: answers may come later. */
export function useIsHere(): () => boolean {
  const isHere = useRef(false);
  // That a part goes is known by its effects only.
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(() => isHere.current, []);
}
