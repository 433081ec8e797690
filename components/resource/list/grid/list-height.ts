import { createContext, type RefObject, useContext } from "react";
import { saveInCookie } from "@/lib/client/device/cookies";

/**
 * The height of the rows of a list in the window of this device, in pixels, as measured last; undefined
 * if it is unknown, which is also so in a browser without scripts. While the page is hydrated it is the
 * height that the document was rendered for.
 */
export const ListHeight = createContext<RefObject<number | undefined>>({ current: undefined });

/** Stored heights are multiples of it, in pixels, so that few changes of a window are stored. */
const step = 64;

/** Returns the height of the rows, and the function that stores the height that was measured. */
export function useListHeight() {
  const known = useContext(ListHeight);
  const remember = (height: number) => {
    const rounded = Math.ceil(height / step) * step;
    if (rounded === 0 || rounded === known.current) return;
    known.current = rounded;
    saveInCookie("list-height", String(rounded));
  };
  return { known, remember };
}
