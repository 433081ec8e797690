import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useReducer,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { barStep, stripPaths } from "@/lib/schema/uptime/strip-paths";
import type { UptimeBar } from "@/lib/schema/uptime/uptime-bars";

interface Props {
  /** Names the strip, such as "Uptime of Checkout". */
  readonly label: string;
  /** Oldest first. */
  readonly bars: readonly UptimeBar[];
  /** In pixels. */
  readonly height?: number;
  /** -1 keeps the strip out of the tab order. */
  readonly tabIndex?: 0 | -1;
  /** Called for a day that is clicked, or on which Enter is pressed. */
  readonly onOpen?: (day: string) => void;
}

/**
 * Uptime by day as bars. Hover and focus show the text of a day; the arrow keys, Home and End move
 * between days, and a screen reader reads each.
 *
 * @example <UptimeStrip label="Uptime of Checkout" bars={uptimeBars(days, colors)} />
 */
export function UptimeStrip({ label, bars, height = 28, tabIndex = 0, onOpen }: Props) {
  const [shown, setShown] = useState<number>();
  const [kept, setKept] = useState<number>();
  const strip = useRef<HTMLDivElement>(null);
  const last = bars.length - 1;
  const current = Math.min(kept ?? last, last);
  const move = (place: number) => {
    const next = Math.min(Math.max(place, 0), last);
    setKept(next);
    setShown(next);
  };
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") setShown(undefined);
    const act = actionOf(event.key);
    if (!act) return;
    // The keys would also move the row of a list.
    event.stopPropagation();
    event.preventDefault();
    act();
  };
  const actionOf = (key: string) => {
    const target = targetOf(key, current, last);
    if (target !== undefined) return () => move(target);
    return key === "Enter" && onOpen ? () => onOpen(bars[current]?.day ?? "") : undefined;
  };
  const placeAt = ({ clientX, currentTarget }: PointerEvent) => {
    const left = currentTarget.getBoundingClientRect().left;
    return Math.min(Math.max(Math.floor((clientX - left) / barStep), 0), last);
  };
  if (bars.length === 0) return null;
  return (
    <div
      ref={strip}
      role="slider"
      tabIndex={tabIndex}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={bars.length}
      aria-valuenow={current + 1}
      aria-valuetext={bars[current]?.text}
      aria-orientation="horizontal"
      className="relative w-max max-w-full cursor-default rounded-xs outline-offset-2 focus-visible:outline-2 focus-visible:outline-focus"
      onKeyDown={press}
      onFocus={(event) => event.target.matches(":focus-visible") && setShown(current)}
      onBlur={() => setShown(undefined)}
      onPointerMove={(event) => event.pointerType === "mouse" && setShown(placeAt(event))}
      // A finger leaves when it is lifted, and the day that it tapped stays shown.
      onPointerLeave={(event) => event.pointerType === "mouse" && setShown(undefined)}
      onPointerUp={(event) => {
        if (event.button !== 0) return;
        const place = placeAt(event);
        move(place);
        if (event.pointerType === "mouse") onOpen?.(bars[place]?.day ?? "");
      }}
    >
      <Bars bars={bars} height={height} marked={shown} />
      {shown !== undefined && strip.current && (
        <DayTooltip strip={strip.current} place={shown} text={bars[shown]?.text ?? ""} />
      )}
    </div>
  );
}

/** Returns the bar to which a key moves; undefined for other keys. */
function targetOf(key: string, current: number, last: number): number | undefined {
  if (key === "ArrowLeft") return current - 1;
  if (key === "ArrowRight") return current + 1;
  if (key === "Home") return 0;
  return key === "End" ? last : undefined;
}

interface BarsProps {
  readonly bars: readonly UptimeBar[];
  readonly height: number;
  readonly marked: number | undefined;
}

function Bars({ bars, height, marked }: BarsProps) {
  const { width, colored, down, unknown } = stripPaths(bars, height);
  return (
    <svg width={width} height={height} aria-hidden="true" className="block">
      <path d={unknown} className="fill-line-strong forced-colors:fill-[GrayText]" />
      {colored.map(({ color, path }) => (
        <path
          key={color}
          d={path}
          fill={color}
          className="forced-colors:fill-none forced-colors:stroke-[CanvasText]"
        />
      ))}
      <path d={down} className="fill-ink-strong forced-colors:fill-[CanvasText]" />
      {marked !== undefined && (
        <rect
          x={marked * barStep - 0.5}
          y={0.5}
          width={barStep}
          height={height - 1}
          className="fill-none stroke-ink-strong forced-colors:stroke-[Highlight]"
        />
      )}
    </svg>
  );
}

interface TooltipProps {
  readonly strip: HTMLElement;
  readonly place: number;
  readonly text: string;
}

/** The text of a day above its bar. It is hidden from screen readers, which read the value. */
function DayTooltip({ strip, place, text }: TooltipProps) {
  const [, follow] = useReducer((times: number) => times + 1, 0);
  // Only the window tells that the strip was scrolled.
  useEffect(() => {
    window.addEventListener("scroll", follow, { capture: true, passive: true });
    return () => window.removeEventListener("scroll", follow, { capture: true });
  }, []);
  const { left, top, bottom } = strip.getBoundingClientRect();
  const isBelow = top < 40;
  const center = left + place * barStep + barStep / 2;
  const margin = 130;
  return createPortal(
    <span
      aria-hidden="true"
      data-day-text
      className="pointer-events-none fixed z-50 w-max max-w-72 rounded-sm bg-ink-strong px-2 py-1 text-12 text-surface shadow-lg forced-colors:border"
      style={{
        left: Math.min(Math.max(center, margin), window.innerWidth - margin),
        top: isBelow ? bottom + 6 : top - 6,
        transform: `translate(-50%, ${isBelow ? "0" : "-100%"})`,
      }}
    >
      {text}
    </span>,
    document.body,
  );
}
