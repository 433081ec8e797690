import { queryOptions } from "@tanstack/react-query";
import { call } from "./api";
import type { Counted } from "./summary";

/** What can be wrong with records though each by itself is valid. */
export type FindingKind =
  | "openWithoutOwner"
  | "overlappingEvents"
  | "unorderedList"
  | "repeatedNumber"
  | "danglingReference";

/** What was looked at in one column of one resource, and how many records were found there. */
export interface Finding extends Counted {
  readonly kind: FindingKind;
  readonly resource: string;
  readonly column: string;
  readonly hasMore: boolean;
  readonly isComplete: boolean;
}

/** What contradicts itself in a project. */
export interface Integrity {
  readonly at: string;
  readonly checks: readonly Finding[];
  readonly isComplete: boolean;
  readonly unreadable: readonly string[];
}

/** The report of a project: it looks at every record, so it is made anew only when asked for. */
export function integrityQuery(projectId: string) {
  return queryOptions({
    queryKey: ["integrity", projectId] as const,
    queryFn: async ({ signal }) => {
      const path = `/api/integrity?projectId=${projectId}`;
      return (await call<Integrity>("GET", path, { signal })).data;
    },
    refetchOnWindowFocus: false,
  });
}
