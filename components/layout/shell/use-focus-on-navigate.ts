import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { isFocusLost } from "@/components/ui/is-focus-lost";

/**
 * Gives the keyboard to the page that was led to, where what had it went with the page before: screen readers go on
 * there, and Tab with what is first on it.
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
