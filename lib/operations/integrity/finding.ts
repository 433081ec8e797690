import type { JsonObject } from "@/lib/schema/json";

/** Contradictions between records that are each valid alone. */
export type FindingKind =
  | "danglingReference"
  | "overlappingEvents"
  | "gappedEvents"
  | "milderStatus"
  | "staleStatus"
  | "openWithoutOwner"
  | "unorderedList"
  | "repeatedNumber"
  | "repeatedRecord"
  | "selfDependency"
  | "dependencyCycle";

/** Result of one check of one column. */
export interface Finding {
  readonly kind: FindingKind;
  /** Resource path of the affected records. */
  readonly resource: string;
  readonly column: string;
  /** Number of records that `query` matches. */
  readonly count: number;
  readonly query: JsonObject;
  /** True if more records are affected than `query` matches; it names at most 100. */
  readonly hasMore: boolean;
  /** False if the time limit or the number of records ended the check early. */
  readonly isComplete: boolean;
}
