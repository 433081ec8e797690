import { queryOptions } from "@tanstack/react-query";
import type { Resource } from "@/lib/schema/resource";
import { call } from "./api";

/** Records of one resource that refer to a record through one column. */
export interface ReferencesThrough {
  readonly resource: string;
  readonly column: string;
  readonly count: number;
  /** What becomes of them when the record is deleted. */
  readonly whenTargetGoes: "removed" | "cleared" | "refused" | "kept";
}

export interface References {
  readonly data: readonly ReferencesThrough[];
  /** Resources that may refer to it too, but that this person may not read. */
  readonly unreadable: readonly string[];
}

/** What refers to a record within its project. */
export function referencesQuery(resource: Resource, id: string) {
  return queryOptions({
    queryKey: ["records", resource.path, "references", id] as const,
    queryFn: async ({ signal }) =>
      (await call<References>("GET", `/api/${resource.path}/${id}/references`, { signal })).data,
    staleTime: 0,
  });
}
