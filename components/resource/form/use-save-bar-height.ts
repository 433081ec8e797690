/** The save bars on the page: a dialog may have one above that of the page. */
const bars = new Set<HTMLElement>();

/** Tells the page how much of its bottom a save bar takes, so that notes stand above it. Answers what ends that. */
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
