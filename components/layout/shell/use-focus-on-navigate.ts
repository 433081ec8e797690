import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { isFocusLost } from "@/components/ui/is-focus-lost";

/**
 * Focuses the new page after a navigation that unmounted the focused element. Screen readers then
 * continue there, and Tab goes to its first control.
 */
export function useFocusOnNavigate(contentId: string): void {
  const path = usePathname();
  const seen = useRef(path);
  // The document's focus is outside of React.
  useEffect(() => {
    if (seen.current === path) return;
    seen.current = path;
    if (isFocusLost()) document.getElementById(contentId)?.focus({ preventScroll: true });
  }, [path, contentId]);
}
