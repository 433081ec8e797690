import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";
import { isProblem } from "@/lib/client/http/problem";
import type { ReferencesReply } from "@/lib/contract/records/references";
import { deletionEffects, shownReferrersOf } from "@/lib/resources/referrers";
import type { Resource } from "@/lib/schema/resource";
import { fetchCount, withIds } from "./queries";

/** Records of one resource that refer to a record through one column. */
export type ColumnReferences = Omit<ReferencesReply["data"][number], "query">;

export interface References extends Pick<ReferencesReply, "unreadable"> {
  readonly data: readonly ColumnReferences[];
}

/** Query of the references to a record within its project. */
export function referencesQuery(resource: Resource, id: string) {
  return queryOptions({
    queryKey: ["records", resource.path, "references", id] as const,
    queryFn: async ({ signal }) =>
      (await call<References>("GET", `/api/${resource.path}/${id}/references`, { signal })).data,
    staleTime: 0,
  });
}

/**
 * Returns the references to any of these records by column. A referring record counts once. Asks only
 * about the kinds that `mayRead`; the others are `unreadable`.
 */
export async function referencesToAll(
  resource: Resource,
  ids: readonly string[],
  mayRead: (from: Resource) => boolean,
): Promise<References> {
  const data: ColumnReferences[] = [];
  const unreadable = new Set<string>();
  for (const { resource: from, column } of shownReferrersOf(resource)) {
    const { name, field } = column;
    if (!mayRead(from)) {
      unreadable.add(from.path);
      continue;
    }
    try {
      const count = await fetchCount(from, withIds(ids, name));
      const whenTargetGoes = deletionEffects[field.onTargetDelete ?? "keep"];
      if (count > 0) data.push({ resource: from.path, column: name, count, whenTargetGoes });
    } catch (error) {
      if (!isProblem(error, "forbidden")) throw error;
      unreadable.add(from.path);
    }
  }
  return { data, unreadable: [...unreadable] };
}
