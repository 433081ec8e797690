"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Says whether what it is used in is still on the page, to what ends after it may have gone. */
export function useIsShown(): Readonly<RefObject<boolean>> {
  const isShown = useRef(true);
  // React alone knows when a component goes.
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
