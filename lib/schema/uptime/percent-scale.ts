interface Stretch {
  /** End of the stretch: its uptime in percent, and its place from 0 to 1. */
  readonly percent: number;
  readonly place: number;
  /** Step of percentages in the stretch. */
  readonly step: number;
}

const start: Stretch = { percent: 0, place: 0, step: 1 };
const last: Stretch = { percent: 100, place: 0.93, step: 0.01 };
const stretches: readonly Stretch[] = [
  { percent: 90, place: 0.22, step: 1 },
  { percent: 99, place: 0.48, step: 0.1 },
  { percent: 99.9, place: 0.74, step: 0.01 },
  last,
];

/** Percentages that the scale names. */
export const scaleMarks: readonly number[] = [0, 90, 95, 99, 99.5, 99.9, 100];

/**
 * Returns the place of an uptime on the scale, from 0 to 1. Higher percentages have more room,
 * because most days lie there. Days without downtime have the room from the place of 100 on.
 */
export function placeOf(percent: number): number {
  const [before, after] = stretchOf((end) => percent <= end.percent);
  const part = (percent - before.percent) / (after.percent - before.percent);
  return before.place + part * (after.place - before.place);
}

/** Returns the uptime at a place, in steps that are finer towards 100. */
export function percentAt(place: number): number {
  const [before, after] = stretchOf((end) => place <= end.place);
  const part = (place - before.place) / (after.place - before.place);
  const percent = before.percent + part * (after.percent - before.percent);
  return bounded(percent, after.step);
}

/** Returns an uptime some steps higher or lower, from 0 to 100. */
export function movedBy(percent: number, steps: number): number {
  const [, { step }] = stretchOf((end) =>
    steps > 0 ? percent < end.percent : percent <= end.percent,
  );
  return bounded(percent + steps * step, step);
}

/** Returns the start and the end of the first stretch whose end fits, else of the last. */
function stretchOf(fits: (end: Stretch) => boolean): readonly [Stretch, Stretch] {
  const found = stretches.findIndex(fits);
  const place = found < 0 ? stretches.length - 1 : found;
  return [stretches[place - 1] ?? start, stretches[place] ?? last];
}

function bounded(percent: number, step: number): number {
  const stepped = Number((Math.round(percent / step) * step).toFixed(2));
  return Math.min(Math.max(stepped, 0), 100);
}
