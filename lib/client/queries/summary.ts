import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";
import type { JsonObject } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";

/** A count and the query of the list that shows the counted records. */
export interface Counted {
  readonly count: number;
  readonly query: JsonObject;
}

/** A count with the label and color of what it counts. */
export interface NamedCount extends Counted {
  readonly _id: string;
  readonly label: string;
  readonly color: string | null;
}

/** Unresolved incidents or alerts. */
export interface OpenRecords extends Counted {
  readonly unacknowledged: Counted;
  readonly bySeverity: readonly NamedCount[];
  readonly byAge: readonly (Counted & {
    readonly fromMinutes: number;
    readonly toMinutes: number | null;
  })[];
}

/** Records and the query of the list that continues them. */
export interface Latest {
  readonly data: readonly Row[];
  readonly query: JsonObject;
}

/** Unresolved incidents, and those to look at first. */
export interface OpenIncidents extends OpenRecords {
  /** Incidents without an owner; `hasMore` if there are more. Null if owners are not readable. */
  readonly unowned: (Counted & { readonly hasMore: boolean }) | null;
  readonly newest: Latest;
  readonly oldest: Latest;
}

/** Overview of a project. A part is null if the user may not read its records. */
export interface Summary {
  readonly at: string;
  readonly incidents: OpenIncidents | null;
  readonly alerts: (OpenRecords & { readonly recent: Latest }) | null;
  readonly monitors:
    | (Counted & {
        readonly notOperational: Counted;
        readonly byStatus: readonly (NamedCount & { readonly isOperational: boolean })[];
      })
    | null;
  readonly changes: Latest | null;
}

/** Query of the overview of a project, refetched every minute. */
export function summaryQuery(projectId: string) {
  return queryOptions({
    queryKey: ["summary", projectId] as const,
    queryFn: async ({ signal }) => {
      const path = `/api/summary?projectId=${projectId}`;
      return (await call<Summary>("GET", path, { signal })).data;
    },
    refetchInterval: 60_000,
  });
}
