import { useEffect, useState } from "react";
import type { Layout } from "./use-layout";

/**
 * Returns the layout with only the columns that are on the screen: a table that is too narrow leaves
 * out some that nobody has chosen. For event handlers, because the page is read.
 */
export function onScreen(layout: Layout): Layout {
  return layout.isDefault ? without(layout, leftOut()) : layout;
}

/** Like `onScreen`, for the rendering. On the server and for a moment after it, no column is left out. */
export function useOnScreen(layout: Layout): Layout {
  const [names, setNames] = useState("");
  // Only the browser knows the width of the table.
  useEffect(() => {
    const table = document.querySelector("[data-list-scroller]");
    if (!layout.isDefault || !table) return undefined;
    const observer = new ResizeObserver(() => setNames(leftOut()));
    observer.observe(table);
    return () => observer.disconnect();
  }, [layout]);
  return layout.isDefault ? without(layout, names) : layout;
}

/** Returns the names of the columns that are left out: "monitors,labels". */
function leftOut(): string {
  const heads = document.querySelectorAll<HTMLElement>("[data-list-scroller] th[data-head]");
  return [...heads].flatMap((head) => (head.offsetWidth === 0 ? head.dataset["head"] : [])).join();
}

function without(layout: Layout, text: string): Layout {
  if (text === "") return layout;
  const hidden = new Set(text.split(","));
  return {
    ...layout,
    columns: layout.columns.filter(({ name }) => !hidden.has(name)),
    names: layout.names.filter((name) => !hidden.has(name)),
  };
}
