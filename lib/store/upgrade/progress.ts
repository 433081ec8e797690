/** Progress of a step of the start. */
export interface Progress {
  /** Sentence without its final period, such as "The search is being filled". */
  readonly step: string;
  /** Finished records, out of `total`, which is 0 for a step that counts none. */
  readonly done: number;
  readonly total: number;
}

export type OnProgress = (progress: Progress) => void;
