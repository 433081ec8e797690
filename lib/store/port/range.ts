/** A query for the records of a project in a range of a date. */
export interface RangeRequest {
  readonly projectId: string;
  /** A date that an index by project, date and id has. */
  readonly column: string;
  /** Where to begin: the date, and the id of the record read last on it; "" for none. */
  readonly from: { readonly date: string; readonly afterId: string };
  /** The first date after the range. */
  readonly until: string;
  readonly columns: readonly string[];
  readonly limit: number;
}
