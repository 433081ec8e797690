import { type RefObject, useEffect, useRef } from "react";
import { isFocusLost } from "@/components/ui/interaction/is-focus-lost";

/**
 * Keeps the focus in a region: if the focused button is removed with the selection or result, the
 * last child of the region gets it.
 */
export function useKeepFocus(
  place: RefObject<HTMLElement | null>,
  selected: ReadonlySet<string>,
  result: unknown,
) {
  const wasHere = useRef(false);
  // The document's focus is outside of React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect follows these.
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
      // An element that is removed while it has focus passes it to no other element.
      wasHere.current = relatedTarget === null;
    },
  };
}
