import { Heap } from "./heap";
import type { Span } from "./span";

/** A span with its rank among those that overlap it. */
interface Ranked extends Span {
  readonly priority: number;
  readonly place: number;
}

/**
 * Returns the spans without overlaps, in order of time: at each instant the status with the highest
 * priority counts, of equal ones that of the later event. `spans` are in the order of start and id.
 * A status without a priority is below all others. Instants without an event are in no span.
 */
export function disjointSpans(
  spans: readonly Span[],
  priorities: ReadonlyMap<string, number>,
): Span[] {
  const disjoint: Span[] = [];
  const open = new Heap<Ranked>(outranks);
  let atMs = Number.NEGATIVE_INFINITY;
  const advance = (untilMs: number) => {
    for (let top = open.first; top && atMs < untilMs; top = open.first) {
      const endMs = Math.min(top.endMs, untilMs);
      if (endMs > atMs) {
        disjoint.push({ startMs: atMs, endMs, value: top.value });
        atMs = endMs;
      }
      if (top.endMs <= atMs) open.removeFirst();
    }
  };
  spans.forEach((span, place) => {
    if (span.endMs <= span.startMs) return;
    advance(span.startMs);
    atMs = span.startMs;
    const nextMs = spans[place + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    if (open.first === undefined && span.endMs <= nextMs) {
      // Performance: in most histories no event overlaps another.
      disjoint.push(span);
      atMs = span.endMs;
      return;
    }
    const priority = priorities.get(span.value) ?? Number.NEGATIVE_INFINITY;
    open.add({ ...span, priority, place });
  });
  advance(Number.POSITIVE_INFINITY);
  return disjoint;
}

function outranks(one: Ranked, other: Ranked): boolean {
  return one.priority === other.priority ? one.place > other.place : one.priority > other.priority;
}
