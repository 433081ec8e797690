import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";
import type { Counted } from "./summary";

/** What can be wrong with records though each by itself is valid. */
export type FindingKind =
  | "openWithoutOwner"
  | "milderStatus"
  | "staleStatus"
  | "overlappingEvents"
  | "gappedEvents"
  | "unorderedList"
  | "repeatedNumber"
  | "repeatedRecord"
  | "selfDependency"
  | "dependencyCycle"
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

/** How much a repair has changed. */
export interface Repaired {
  /** Events of monitors that end at another time. */
  readonly events: number;
  /** Monitors that have another status. */
  readonly statuses: number;
}

/**
 * Repairs the monitors of a project, slice by slice, and answers what was changed in all. `onProgress` gets the sum so
 * far. What was repaired before a failure stays.
 */
export async function repairMonitors(
  projectId: string,
  onProgress: (soFar: Repaired) => void,
): Promise<Repaired> {
  let sum: Repaired = { events: 0, statuses: 0 };
  let cursor: string | null | undefined;
  do {
    onProgress(sum);
    const body = { projectId, ...(cursor !== undefined && { cursor }) };
    const { data } = await call<Slice>("POST", "/api/integrity/repair", { body });
    sum = { events: sum.events + data.events, statuses: sum.statuses + data.statuses };
    cursor = data.nextCursor;
  } while (cursor !== null);
  return sum;
}

interface Slice extends Repaired {
  readonly nextCursor: string | null;
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
