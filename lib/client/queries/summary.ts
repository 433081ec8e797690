import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";
import type { JsonObject } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";

/** A number and the query for which a list shows the records it counts. */
export interface Counted {
  readonly count: number;
  readonly query: JsonObject;
}

/** One of several numbers, with the name and colour of what it counts. */
export interface NamedCount extends Counted {
  readonly _id: string;
  readonly label: string;
  readonly color: string | null;
}

/** Incidents or alerts that are not over. */
export interface OpenRecords extends Counted {
  readonly unacknowledged: Counted;
  readonly bySeverity: readonly NamedCount[];
  readonly byAge: readonly (Counted & {
    readonly fromMinutes: number;
    readonly toMinutes: number | null;
  })[];
}

/** Records and the query of the list that goes on from them. */
export interface Latest {
  readonly data: readonly Row[];
  readonly query: JsonObject;
}

/** Incidents that are not over, and those among them to look at first. */
export interface OpenIncidents extends OpenRecords {
  /** Those for whom nobody answers; with `hasMore` there are others. Null where this person may not read owners. */
  readonly unowned: (Counted & { readonly hasMore: boolean }) | null;
  readonly newest: Latest;
  readonly oldest: Latest;
}

/** How a project stands. A part is null where this person may not read what it counts. */
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

/** The overview of a project, asked for again every minute while it is looked at. */
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
