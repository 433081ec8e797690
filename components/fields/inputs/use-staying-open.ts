"use client";

import { useEffect, useRef } from "react";

/**
 * Keeps a list of choices open while the page scrolls under a finger or a wheel: it hangs on the page and scrolls
 * with it. Answers what is to be told whether it is open.
 */
export function useStayingOpen(): (isOpen: boolean) => void {
  const isOpen = useRef(false);
  // Scrolling is the document's. Listens from the start, so as to hear of it before the list itself does.
  useEffect(() => {
    const keep = (event: Event) => {
      if (isOpen.current && event.target === document) event.stopImmediatePropagation();
    };
    window.addEventListener("scroll", keep, true);
    return () => window.removeEventListener("scroll", keep, true);
  }, []);
  return (open) => {
    isOpen.current = open;
  };
}
