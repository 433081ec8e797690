import { colorStyle } from "./color-style";

interface Props {
  /** The filled quarters of the ring. */
  readonly quarters: 0 | 2 | 3 | 4;
  readonly color: string | undefined;
}

/**
 * A ring that fills as work proceeds: empty for a new record, full for a resolved one. The shape
 * alone tells the state, also in forced colors.
 *
 * @example <StateGlyph quarters={2} color="#ffbf53" />
 */
export function StateGlyph({ quarters, color }: Props) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 14 14"
      className="color-of-data size-3.5 shrink-0 self-center"
      style={colorStyle(color)}
    >
      <circle cx="7" cy="7" r="6" fill="none" stroke="currentColor" strokeWidth="1.75" />
      {quarters === 4 ? (
        <path
          d="M7 .1a6.9 6.9 0 1 0 0 13.8A6.9 6.9 0 0 0 7 .1Zm3.6 5.1-4.2 4.5a.7.7 0 0 1-1 0L3.5 7.8l1-1 1.4 1.4 3.7-4Z"
          fill="currentColor"
          fillRule="evenodd"
        />
      ) : (
        // A stroke as wide as its radius is a disk, and its dashes are sectors.
        <circle
          cx="7"
          cy="7"
          r="2"
          fill="none"
          stroke="currentColor"
          strokeWidth="4"
          pathLength="4"
          strokeDasharray={`${quarters} 4`}
          transform="rotate(-90 7 7)"
          className="transition-[stroke-dasharray] duration-120 ease-open"
        />
      )}
    </svg>
  );
}
