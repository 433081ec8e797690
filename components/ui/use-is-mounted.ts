"use client";

import { useCallback, useEffect, useRef } from "react";

/** Answers, whenever it is asked, whether the part of the page that uses this is still there: answers may come later. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  // That a part goes is known by its effects only.
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
