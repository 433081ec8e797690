"use client";

import type { PointerEvent } from "react";
import { widthBounds } from "@/components/resource/list/columns/grid-table";

interface Props {
  readonly title: string;
  readonly width: number;
  readonly onResize: (width: number) => void;
}

/**
 * The edge of a column head. The head follows the pointer at once; the rest of the table on
 * release.
 */
export function ResizeHandle({ title, width, onResize }: Props) {
  const drag = (down: PointerEvent<HTMLElement>) => {
    const handle = down.currentTarget;
    const head = handle.closest("th");
    if (!head) return;
    down.preventDefault();
    handle.setPointerCapture(down.pointerId);
    const begin = head.offsetWidth;
    let next = begin;
    const move = (event: globalThis.PointerEvent) => {
      next = bounded(begin + event.clientX - down.clientX);
      head.style.width = `${next}px`;
    };
    const end = () => {
      handle.removeEventListener("pointermove", move);
      if (next !== begin) onResize(next);
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", end, { once: true });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved; this is the widget form of a separator.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${title}`}
      aria-valuenow={width}
      aria-valuemin={widthBounds.min}
      aria-valuemax={widthBounds.max}
      tabIndex={-1}
      onPointerDown={drag}
      onKeyDown={({ key }) => {
        if (key === "ArrowLeft") onResize(bounded(width - 16));
        if (key === "ArrowRight") onResize(bounded(width + 16));
      }}
      className="absolute top-0 right-0 z-1 h-full w-2 cursor-col-resize touch-none border-transparent border-r-2 hover:border-accent focus-visible:border-accent"
    />
  );
}

function bounded(width: number): number {
  return Math.round(Math.min(Math.max(width, widthBounds.min), widthBounds.max));
}
