import { Children, type ReactNode, useLayoutEffect, useRef, useState } from "react";

interface Props {
  readonly children: readonly ReactNode[];
  /** The number of items, of which `children` may be the first. */
  readonly count: number;
  /** The texts of the items. A change of their widths measures again. */
  readonly texts: readonly string[];
}

/**
 * Shows as many whole items on one line as fit, at least one, and the number of the others. Without
 * scripts it shows the items that fit, without the number.
 */
export function FittingList({ children, count, texts }: Props) {
  const line = useRef<HTMLSpanElement>(null);
  const [fitting, setFitting] = useState(count);
  const key = texts.join("\n");
  // Follows the width of the cell and of the texts, which only the browser knows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other texts have other widths.
  useLayoutEffect(() => {
    const { current } = line;
    if (!current) return undefined;
    return onResize(current, () => setFitting(itemsOnFirstLine(current)));
  }, [key]);
  const hidden = count - Math.max(1, Math.min(fitting, Children.count(children)));
  return (
    <span className="flex min-w-0 items-center gap-1" title={texts.join(", ")}>
      <span
        ref={line}
        className="flex h-[1lh] min-w-0 flex-1 flex-wrap gap-x-3 overflow-hidden *:max-w-full"
      >
        {children}
      </span>
      {hidden > 0 && (
        <span className="shrink-0 text-12 text-ink-muted tabular-nums">+{hidden}</span>
      )}
    </span>
  );
}

function itemsOnFirstLine({ children: [first, ...rest] }: HTMLElement): number {
  if (!(first instanceof HTMLElement)) return 0;
  const next = rest.findIndex(
    (item) => item instanceof HTMLElement && item.offsetTop > first.offsetTop,
  );
  return next === -1 ? rest.length + 1 : next + 1;
}

const callbacks = new WeakMap<Element, () => void>();
/** Performance: one observer for all cells. It reports after the layout, which it does not force. */
let observer: ResizeObserver | undefined;

/** Calls back once an element has a size, and whenever that changes, until the result is called. */
function onResize(element: Element, callback: () => void): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) callbacks.get(target)?.();
  });
  const following = observer;
  callbacks.set(element, callback);
  following.observe(element);
  return () => following.unobserve(element);
}
