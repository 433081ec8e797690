"use client";

import { type RefObject, useEffect, useRef } from "react";
import { isFocusLost } from "@/components/ui/is-focus-lost";

/**
 * Keeps the keyboard in a place, in what stands last there, where a button that had it goes with another selection or
 * result.
 */
export function useKeepFocus(
  place: RefObject<HTMLElement | null>,
  selected: ReadonlySet<string>,
  result: unknown,
) {
  const wasHere = useRef(false);
  // The document's focus is outside of React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what it follows.
  useEffect(() => {
    const last = place.current?.lastElementChild;
    if (wasHere.current && isFocusLost() && last instanceof HTMLElement) {
      last.focus({ preventScroll: true });
    }
  }, [selected, result]);
  return {
    onFocus: () => {
      wasHere.current = true;
    },
    onBlur: ({ relatedTarget }: { readonly relatedTarget: EventTarget | null }) => {
      // What goes while it has the keyboard gives it to nothing.
      wasHere.current = relatedTarget === null;
    },
  };
}
