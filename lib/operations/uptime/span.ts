/** The period of an event: one status of a monitor, in milliseconds since 1970. */
export interface Span {
  readonly startMs: number;
  /** `Infinity` for an event that goes on. */
  readonly endMs: number;
  readonly statusId: string;
}

/** An event as it is stored, in the order of start and id. */
export interface StoredSpan extends Omit<Span, "endMs"> {
  /** Null for an event without an end. */
  readonly endMs: number | null;
}

/** Gives each event without an end the start of the next event as its end. */
export function closedSpans(spans: readonly StoredSpan[]): Span[] {
  return spans.map(({ startMs, endMs, statusId }, place) => {
    const nextMs = spans[place + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    return { startMs, statusId, endMs: endMs ?? nextMs };
  });
}
