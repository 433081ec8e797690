"use client";

import { useEffect, useRef } from "react";

/**
 * Keeps a list of choices open while the page or a dialog scrolls under a finger or a wheel. It hangs on the page and
 * scrolls with it; where its field scrolls inside a dialog, it is put in place again. Answers what is to be told
 * whether it is open.
 */
export function useKeepOpen(): (isOpen: boolean) => void {
  const isOpen = useRef(false);
  // Scrolling is the document's. Listens from the start, so as to hear of it before the list itself does.
  useEffect(() => {
    let frame: number | undefined;
    // The library puts a list in place when the window is resized, and offers no other way to ask for it.
    const putInPlace = () => {
      frame = undefined;
      window.dispatchEvent(new Event("resize"));
    };
    const keep = (event: Event) => {
      if (!isOpen.current || !holdsFocus(event.target)) return;
      event.stopImmediatePropagation();
      if (event.target !== document) frame ??= requestAnimationFrame(putInPlace);
    };
    window.addEventListener("scroll", keep, true);
    return () => {
      window.removeEventListener("scroll", keep, true);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, []);
  return (open) => {
    isOpen.current = open;
  };
}

/** True for the page and for what scrolls around the field, which has the focus; not for the field and its list. */
function holdsFocus(scrolled: EventTarget | null): boolean {
  const { activeElement } = document;
  return scrolled instanceof Node && scrolled !== activeElement && scrolled.contains(activeElement);
}
