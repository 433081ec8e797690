/** A deleted project whose records are still being removed. */
export interface DeletedProject {
  readonly projectId: string;
  /** What the removal notes for itself. */
  readonly note: string;
}
