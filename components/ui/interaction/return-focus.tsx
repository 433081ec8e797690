import { type RefObject, useEffect } from "react";
import { focusOn } from "./focus-on";
import { isFocusLost } from "./is-focus-lost";

/**
 * Focuses an element after this one has been removed, if nothing has the focus then. The ref is
 * read at that time, because the element may be rendered anew.
 */
export function ReturnFocus({ to }: { readonly to: RefObject<HTMLElement | null> }) {
  // The document's focus is outside of React.
  useEffect(
    () => () => void requestAnimationFrame(() => isFocusLost() && focusOn(to.current)),
    [to],
  );
  return null;
}
