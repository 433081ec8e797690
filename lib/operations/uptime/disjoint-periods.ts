import type { Periods } from "@/lib/store/port/periods";
import { Heap } from "./heap";
import type { StatusRanks } from "./status-ranks";

/** A period with its rank among those that overlap it. */
interface Ranked {
  readonly endMs: number;
  readonly value: number;
  readonly priority: number;
  readonly place: number;
}

/**
 * Returns the periods without overlaps, in order of time: at each instant the status with the
 * highest priority counts, of equal ones that of the later event. `periods` are in the order of
 * start and id, and have ends. A status without a priority is below all others. Instants without an
 * event are in no period.
 */
export function disjointPeriods(periods: Periods, priorities: StatusRanks["priorities"]): Periods {
  // Performance: in most histories no event overlaps another.
  return hasOverlap(periods) ? swept(periods, priorities) : periods;
}

function hasOverlap({ startMs, endMs }: Periods): boolean {
  for (let place = 1; place < startMs.length; place += 1) {
    if ((endMs[place - 1] ?? 0) > (startMs[place] ?? 0)) return true;
  }
  return false;
}

function swept(
  { startMs, endMs, places }: Periods,
  priorities: StatusRanks["priorities"],
): Periods {
  const disjoint = { startMs: [] as number[], endMs: [] as number[], places: [] as number[] };
  const open = new Heap<Ranked>(outranks);
  let atMs = Number.NEGATIVE_INFINITY;
  const advance = (untilMs: number) => {
    for (let top = open.first; top && atMs < untilMs; top = open.first) {
      const end = Math.min(top.endMs, untilMs);
      if (end > atMs) {
        disjoint.startMs.push(atMs);
        disjoint.endMs.push(end);
        disjoint.places.push(top.value);
        atMs = end;
      }
      if (top.endMs <= atMs) open.removeFirst();
    }
  };
  places.forEach((value, place) => {
    const [start, end] = [startMs[place] ?? 0, endMs[place] ?? 0];
    if (end <= start) return;
    advance(start);
    atMs = start;
    const priority = priorities[value] ?? Number.NEGATIVE_INFINITY;
    open.add({ endMs: end, value, priority, place });
  });
  advance(Number.POSITIVE_INFINITY);
  return {
    startMs: Float64Array.from(disjoint.startMs),
    endMs: Float64Array.from(disjoint.endMs),
    places: Uint32Array.from(disjoint.places),
  };
}

function outranks(one: Ranked, other: Ranked): boolean {
  return one.priority === other.priority ? one.place > other.place : one.priority > other.priority;
}
