/** The save bars on the page. A dialog may have one above that of the page. */
const bars = new Set<HTMLElement>();

/**
 * Publishes the height of the save bar to the page, which keeps toasts above it. Returns a function
 * that stops that.
 */
export function observeSaveBar(bar: HTMLElement): () => void {
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
  style.setProperty("--save-bar", `${Math.max(0, ...heights)}px`);
}
