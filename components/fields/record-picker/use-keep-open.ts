import { useEffect, useRef } from "react";

/**
 * Keeps a list of options open while the page or a dialog scrolls by touch or wheel. The list is
 * attached to the page and scrolls with it. If its field scrolls inside a dialog, the list is
 * positioned again. Returns a callback that takes whether the list is open.
 */
export function useKeepOpen(): (isOpen: boolean) => void {
  const isOpen = useRef(false);
  // Scrolling belongs to the document. The listener is added on mount, to run before the list's
  // own.
  useEffect(() => {
    let frame: number | undefined;
    // The library positions a list on window resize, and has no other way to request it.
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

/**
 * Returns true for the page and for an element that scrolls around the focused field, but not for
 * the field and its list.
 */
function holdsFocus(scrolled: EventTarget | null): boolean {
  const { activeElement } = document;
  return scrolled instanceof Node && scrolled !== activeElement && scrolled.contains(activeElement);
}
