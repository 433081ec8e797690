/** The bars at the bottom of the page. A dialog may have one above that of the page. */
const bars = new Set<HTMLElement>();

/**
 * Publishes the height of a bar at the bottom of the page, above which toasts are shown. Returns a
 * function that stops that.
 */
export function keepToastsAbove(bar: HTMLElement): () => void {
  const observer = new ResizeObserver(updateHeight);
  bars.add(bar);
  observer.observe(bar);
  return () => {
    observer.disconnect();
    bars.delete(bar);
    updateHeight();
  };
}

function updateHeight(): void {
  const heights = [...bars].map((bar) => bar.offsetHeight);
  const { style } = document.documentElement;
  style.setProperty("--bottom-bar", `${Math.max(0, ...heights)}px`);
}
