import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { batchedLabels, type LabelsById } from "./label-batch";

/** What names a record to people: its label, its colour where it has one, its number where it is counted. */
export interface RecordLabel {
  readonly label: string;
  readonly color?: string;
  readonly number?: string;
  /** It has a name here, and no page that may be opened. */
  readonly isOutside?: true;
}

/** Ids by the path of the resource they belong to. */
export type LabelRequest = Readonly<Record<string, readonly string[]>>;

/** The names of all records that a part of a page refers to; parts that ask at once share a request. Ids that name nothing are absent. */
export function labelsQuery(ids: LabelRequest) {
  return queryOptions({
    queryKey: ["labels", ids] as const,
    queryFn: async (): Promise<LabelsById> =>
      Object.keys(ids).length === 0 ? {} : await batchedLabels(ids),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
}
