"use client";

import { useCallback, useEffect, useRef } from "react";

/**
 * Returns a function that tells whether the component is still mounted, for responses that arrive
 * later.
 */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  // Only effects report an unmount.
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
