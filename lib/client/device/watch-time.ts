const watching = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

/**
 * Calls `onTick` every five seconds, until the returned function is called. All components share one
 * timer, because a list shows 100 times or more.
 */
export function watchTime(onTick: () => void): () => void {
  watching.add(onTick);
  ticking ??= setInterval(() => {
    for (const tick of watching) tick();
  }, 5_000);
  return () => {
    watching.delete(onTick);
    if (watching.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}
