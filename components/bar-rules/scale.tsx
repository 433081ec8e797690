import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { classes } from "@/components/ui/styles";
import type { ColorBand } from "@/lib/schema/uptime/color-bands";
import { movedBy, percentAt, placeOf, scaleMarks } from "@/lib/schema/uptime/percent-scale";
import { isUnsaved, type RuleDraft } from "./rule-draft";

interface Props {
  readonly bands: readonly ColorBand[];
  readonly rules: readonly RuleDraft[];
  /** Ids of the rules that can never apply. */
  readonly unused: ReadonlySet<string>;
  /** Whether thresholds of saved rules can be moved. Those of unsaved ones always can. */
  readonly mayUpdate: boolean;
  readonly onMove: (id: string, atLeast: number) => void;
}

/**
 * The scale from 0 to 100 % in the colors of its bands. Thresholds are moved by pointer, or by the
 * arrow keys, Page Up, Page Down, Home and End.
 */
export function Scale({ bands, rules, unused, mayUpdate, onMove }: Props) {
  const track = useRef<HTMLDivElement>(null);
  return (
    <div className="pt-3 pb-5">
      <div ref={track} className="relative h-8 rounded-sm ring-1 ring-line-strong">
        {bands.map(({ from, to, color }) => (
          <div
            key={from}
            className="absolute inset-y-0 forced-color-adjust-none first:rounded-l-sm"
            style={{
              left: share(placeOf(from)),
              right: share(to === undefined ? 0 : 1 - placeOf(to)),
              backgroundColor: color,
            }}
          />
        ))}
        {scaleMarks.map((percent) => (
          <span
            key={percent}
            aria-hidden="true"
            className={classes(
              "absolute top-full pt-1.5 text-12 text-ink-muted tabular-nums",
              percent > 0 && "-translate-x-1/2",
            )}
            style={{ left: share(placeOf(percent)) }}
          >
            {percent}
          </span>
        ))}
        {rules.map(
          (rule, place) =>
            (mayUpdate || isUnsaved(rule.id)) && (
              <Threshold
                key={rule.id}
                label={`Threshold of rule ${place + 1}`}
                percent={rule.atLeast}
                isUnused={unused.has(rule.id)}
                placeAt={(clientX) => placeIn(track.current, clientX)}
                onMove={(atLeast) => onMove(rule.id, atLeast)}
              />
            ),
        )}
      </div>
    </div>
  );
}

function placeIn(track: HTMLElement | null, clientX: number): number {
  const { left = 0, width = 1 } = track?.getBoundingClientRect() ?? {};
  return Math.min(Math.max((clientX - left) / width, 0), 1);
}

function share(part: number): string {
  return `${part * 100}%`;
}

interface ThresholdProps {
  readonly label: string;
  readonly percent: number;
  readonly isUnused: boolean;
  /** Returns the place on the scale of a position on the screen. */
  readonly placeAt: (clientX: number) => number;
  readonly onMove: (percent: number) => void;
}

/** A handle of 24 × 44 pixels. Escape during a drag puts it back. */
function Threshold({ label, percent, isUnused, placeAt, onMove }: ThresholdProps) {
  const begin = useRef<number>(undefined);
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isAbandoned = event.key === "Escape" && begin.current !== undefined;
    const target = isAbandoned ? begin.current : targetOf(event.key, percent);
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    begin.current = undefined;
    onMove(target);
  };
  const drag = ({ clientX }: PointerEvent) => {
    if (begin.current !== undefined) onMove(percentAt(placeAt(clientX)));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={`${percent} %${isUnused ? ", never used" : ""}`}
      aria-orientation="horizontal"
      onKeyDown={press}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        begin.current = percent;
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        begin.current = undefined;
      }}
      onPointerCancel={() => {
        if (begin.current !== undefined) onMove(begin.current);
        begin.current = undefined;
      }}
      className="group absolute -inset-y-1.5 w-6 -translate-x-1/2 cursor-ew-resize touch-none rounded-sm outline-offset-0"
      style={{ left: share(placeOf(percent)) }}
    >
      <span
        className={classes(
          "pointer-events-none absolute inset-y-0 left-1/2 w-2 -translate-x-1/2 rounded-sm border-2 border-ink-strong bg-surface-raised group-hover:border-accent forced-colors:border-[ButtonText]",
          isUnused && "border-dashed opacity-60",
        )}
      />
    </div>
  );
}

function targetOf(key: string, percent: number): number | undefined {
  const steps = keySteps[key];
  if (steps !== undefined) return movedBy(percent, steps);
  if (key === "Home") return 0;
  return key === "End" ? 100 : undefined;
}

const keySteps: Readonly<Record<string, number>> = {
  ...{ ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 },
  ...{ PageUp: 10, PageDown: -10 },
};
