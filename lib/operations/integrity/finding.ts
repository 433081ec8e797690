import type { JsonObject } from "@/lib/schema/json";

/** What can be wrong with records, though each by itself is valid. */
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

/** What a check found in one column of one resource. */
export interface Finding {
  readonly kind: FindingKind;
  /** The path of the resource whose records are concerned. */
  readonly resource: string;
  readonly column: string;
  /** How many records `query` finds. */
  readonly count: number;
  readonly query: JsonObject;
  /** There are others that `query` does not find: it names 100 at most. */
  readonly hasMore: boolean;
  /** False when time or the amount of records ended the check before its end. */
  readonly isComplete: boolean;
}
