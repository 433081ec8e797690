/** Progress of a migration step. */
export interface Progress {
  /** Sentence without its final period, such as "The search is being filled". */
  readonly step: string;
  /** Finished records, out of `total`. */
  readonly done: number;
  readonly total: number;
}

export type OnProgress = (progress: Progress) => void;
