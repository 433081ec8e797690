import { colorStyle } from "./color-style";

interface Props {
  /** Three for the worst. */
  readonly bars: 1 | 2 | 3;
  readonly color: string | undefined;
}

/** One to three rising bars. The number of bars alone tells the severity, also in forced colors. */
export function SeverityGlyph({ bars, color }: Props) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 14 14"
      className="color-of-data size-3.5 shrink-0 self-center"
      style={colorStyle(color)}
    >
      {heights.map((height, at) => (
        <rect
          key={height}
          x={1 + at * 4.5}
          y={13 - height}
          width="3"
          height={height}
          rx="1"
          fill="currentColor"
          opacity={at < bars ? 1 : 0.25}
        />
      ))}
    </svg>
  );
}

const heights = [4, 8, 12] as const;
