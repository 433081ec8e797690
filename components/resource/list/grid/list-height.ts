import { createContext, useContext, useRef } from "react";
import { saveInCookie } from "@/lib/client/device/cookies";

/**
 * The height of the rows of a list in the last window of this device, in pixels; undefined if it is
 * unknown, which is also so in a browser without scripts. The first render in the browser must be the
 * same as the one in the document.
 */
export const ListHeightInDocument = createContext<number | undefined>(undefined);

/** Stored heights are multiples of it, in pixels, so that few changes of a window are stored. */
const step = 64;

/** Returns the function that stores the height of the rows of a list, in pixels, if it has changed. */
export function useRememberListHeight(): (height: number) => void {
  const known = useRef(useContext(ListHeightInDocument));
  return (height) => {
    const rounded = Math.ceil(height / step) * step;
    if (rounded === 0 || rounded === known.current) return;
    known.current = rounded;
    saveInCookie("list-height", String(rounded));
  };
}
