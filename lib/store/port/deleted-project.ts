/** A project whose deletion is in progress. */
export interface DeletedProject {
  readonly projectId: string;
  /** State of the project removal job. */
  readonly note: string;
}
