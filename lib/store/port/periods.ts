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
 * The periods of one owner in the order of start and id. Each property is a list of numbers, because
 * a request reads up to a million of them.
 */
export interface Periods {
  readonly startMs: Float64Array;
  /** `Infinity` for an event without an end. */
  readonly endMs: Float64Array;
  /** The place of each value in `OwnerPeriods.values`. */
  readonly places: Uint32Array;
}

/** The periods of some owners. */
export interface OwnerPeriods {
  /** Ids of the values that occur, each once. */
  readonly values: readonly string[];
  /** An owner without periods is absent. */
  readonly byOwner: ReadonlyMap<string, Periods>;
}

/** A query for the periods of some owners that can reach beyond an instant. */
export interface PeriodRequest {
  readonly projectId: string;
  readonly ownerIds: readonly string[];
  readonly fromMs: number;
}
