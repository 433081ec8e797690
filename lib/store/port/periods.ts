/** The period of an event: a value of its owner and the time for which it held. */
export interface Period {
  /** Milliseconds since 1970. */
  readonly startMs: number;
  /** Null for an event without an end. */
  readonly endMs: number | null;
  /** Id of the value. */
  readonly value: string;
}

/**
 * The periods of one owner in the order of start and id. Each property is a list of its own, because
 * a request reads up to a million of them.
 */
export interface Periods {
  readonly startMs: readonly number[];
  /** `Infinity` for an event without an end. */
  readonly endMs: readonly number[];
  /** Ids of the values. */
  readonly values: readonly string[];
}

/** A query for the periods of some owners that can reach beyond an instant. */
export interface PeriodRequest {
  readonly projectId: string;
  readonly ownerIds: readonly string[];
  readonly fromMs: number;
}
