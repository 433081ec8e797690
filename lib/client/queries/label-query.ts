import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { LabelsById } from "@/lib/contract/labels";
import { batchedLabels } from "./label-batch";

/** Ids by resource path. */
export type LabelRequest = Readonly<Record<string, readonly string[]>>;

/**
 * Query of the labels of all records that a part of a page refers to. Concurrent queries share a
 * request. Unknown ids are absent from the result.
 */
export function labelsQuery(ids: LabelRequest) {
  return queryOptions({
    queryKey: ["labels", ids] as const,
    queryFn: async (): Promise<LabelsById> =>
      Object.keys(ids).length === 0 ? {} : await batchedLabels(ids),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
}
