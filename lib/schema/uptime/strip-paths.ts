import type { UptimeBar } from "./uptime-bars";

/** Width of a bar and of the gap behind it, in pixels. */
export const barWidth = 3;
export const barStep = 4;

/** The shapes of a strip as paths of SVG: one for each color, so that a strip has few elements. */
export interface StripPaths {
  readonly width: number;
  readonly colored: readonly { readonly color: string; readonly path: string }[];
  /** Caps over bars with downtime, which tell them apart without color. */
  readonly down: string;
  /** Dashes in place of bars without data. */
  readonly unknown: string;
}

/** Returns the shapes of a strip of this height, in pixels. */
export function stripPaths(bars: readonly UptimeBar[], height: number): StripPaths {
  const byColor = new Map<string, string>();
  let [down, unknown] = ["", ""];
  bars.forEach((bar, place) => {
    const x = place * barStep;
    if (bar.color === null) unknown += dashes(x, height);
    else byColor.set(bar.color, (byColor.get(bar.color) ?? "") + box(x, 0, height));
    if (bar.down > 0) down += box(x, 0, Math.max(3, Math.round(bar.down * height)));
  });
  const colored = [...byColor].map(([color, path]) => ({ color, path }));
  return { width: Math.max(0, bars.length * barStep - 1), colored, down, unknown };
}

function box(x: number, y: number, height: number): string {
  return `M${x} ${y}h${barWidth}v${height}h-${barWidth}z`;
}

function dashes(x: number, height: number): string {
  let path = "";
  for (let y = 1; y < height - 1; y += 4) path += box(x, y, 2);
  return path;
}
