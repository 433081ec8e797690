import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { passFocusOn } from "@/components/ui/interaction/pass-focus-on";

/** Loads further entries when it comes into view, or by its button. */
export function MoreEntries(props: {
  readonly isPending: boolean;
  readonly count: number;
  readonly onMore: () => void;
}) {
  const { isPending, count, onMore } = props;
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  // Only effects see the rendered function and the position of an element in the window.
  useEffect(() => {
    latest.current = onMore;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after more entries, the end may still be in view.
  useEffect(() => {
    const watched = place.current;
    if (!watched) return;
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && isWide() && latest.current(),
      { rootMargin: "800px" },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [count]);
  return (
    <div ref={place} className="py-2">
      <Button ref={passFocusOn} size="small" isPending={isPending} onPress={onMore}>
        Show more entries
      </Button>
    </div>
  );
}

/** In a narrow window the facts come after the timeline, and must stay within reach. */
function isWide(): boolean {
  return window.matchMedia("(min-width: 1024px)").matches;
}
