/** How far a step came that brings a database up to date. */
export interface Progress {
  /** A sentence without its end: "The search is being filled". */
  readonly step: string;
  /** Records that are done, of `total`. */
  readonly done: number;
  readonly total: number;
}

export type OnProgress = (progress: Progress) => void;
