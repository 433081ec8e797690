/** A place in a range: a date, and the id of the record read last on it; "" for none. */
export interface RangePlace {
  readonly date: string;
  readonly afterId: string;
}

/** The next records of a project in a range of a date, in the order of date and id. */
export interface RangePortion {
  readonly projectId: string;
  /** A date that an index by project, date and id has. */
  readonly column: string;
  readonly from: RangePlace;
  /** The first date after the range. */
  readonly until: string;
  /** Number of records that are read. */
  readonly limit: number;
}

/** A query for records in a range. */
export interface RangeRequest extends RangePortion {
  readonly columns: readonly string[];
}

/** A query for the number of records in a range that have these values. */
export interface RangeCountRequest extends RangePortion {
  readonly ids: Readonly<Record<string, string>>;
  /** Columns that have no value. */
  readonly empty: readonly string[];
}

/** The number of records in a portion, and the place of the next one; undefined after the last. */
export interface RangeCount {
  readonly count: number;
  readonly next: RangePlace | undefined;
}
