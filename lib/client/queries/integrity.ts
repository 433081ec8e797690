import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";
import type { Counted } from "./summary";

/** Contradictions between records that are each valid alone. */
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

/** Result of one check of one column, with the number of records found. */
export interface Finding extends Counted {
  readonly kind: FindingKind;
  readonly resource: string;
  readonly column: string;
  readonly hasMore: boolean;
  readonly isComplete: boolean;
}

/** Integrity report of a project. */
export interface Integrity {
  readonly at: string;
  readonly checks: readonly Finding[];
  readonly isComplete: boolean;
  readonly unreadable: readonly string[];
}

/** Numbers of records that a repair changed. */
export interface Repaired {
  /** Monitor events whose end was changed. */
  readonly events: number;
  /** Monitors whose status was changed. */
  readonly statuses: number;
}

/**
 * Repairs the monitors of a project slice by slice and returns the total changes. `onProgress`
 * receives the total so far. Repairs made before a failure stay.
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

/** Query of the integrity report. It reads every record, so it is refetched only on request. */
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
