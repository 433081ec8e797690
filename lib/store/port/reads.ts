import type { Projects } from "@/lib/schema/filter";

/** A query for distinct related ids. */
export interface DistinctIdsRequest {
  readonly column: string;
  readonly projectId: string;
  readonly after?: string;
  readonly limit: number;
}

/** A query for the numbers of records that refer to each of some ids in a relation. */
export interface CountEachRequest {
  readonly column: string;
  readonly ids: readonly string[];
  readonly projects: Projects;
}

/** Stored record of a create that carried an `Idempotency-Key`. */
export interface IdempotencyRecord {
  readonly bodyHash: string;
  readonly recordId: string;
  /** Null when the reply may not be stored. */
  readonly answer: string | null;
}
