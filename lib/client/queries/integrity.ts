import { queryOptions } from "@tanstack/react-query";
import { request } from "@/lib/client/http/request";

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
  let cursor: string | null = "";
  do {
    onProgress(sum);
    const body: { projectId: string; cursor: string } = { projectId, cursor };
    const slice = await request("POST /api/integrity/repair", { body });
    sum = { events: sum.events + slice.events, statuses: sum.statuses + slice.statuses };
    cursor = slice.nextCursor;
  } while (cursor !== null);
  return sum;
}

/** Query of the integrity report. It reads every record, so it is refetched only on request. */
export function integrityQuery(projectId: string) {
  return queryOptions({
    queryKey: ["integrity", projectId] as const,
    queryFn: ({ signal }) => request("GET /api/integrity", { query: { projectId }, signal }),
    refetchOnWindowFocus: false,
  });
}
