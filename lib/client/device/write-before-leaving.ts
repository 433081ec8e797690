import { useEffect, useEffectEvent } from "react";

/**
 * Calls `write` on unmount, and when the browser hides or leaves the page: it may end the page then
 * without a further event.
 */
export function useWriteBeforeLeaving(write: () => void): void {
  const latest = useEffectEvent(write);
  // The browser may end the page, which is outside of React.
  useEffect(() => {
    const onLeave = () => latest();
    window.addEventListener("pagehide", onLeave);
    document.addEventListener("visibilitychange", onLeave);
    return () => {
      window.removeEventListener("pagehide", onLeave);
      document.removeEventListener("visibilitychange", onLeave);
      latest();
    };
  }, []);
}
