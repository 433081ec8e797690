/** The period of an event: a value of its owner and the time for which it held. */
export interface Period {
  /** Milliseconds since 1970. */
  readonly startMs: number;
  /** Null for an event without an end. */
  readonly endMs: number | null;
  /** Id of the value. */
  readonly value: string;
}

/** A query for the periods of some owners that can reach beyond an instant. */
export interface PeriodRequest {
  readonly projectId: string;
  readonly ownerIds: readonly string[];
  readonly fromMs: number;
}
