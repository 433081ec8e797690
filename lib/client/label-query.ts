import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "./api";

/** What names a record to people: its label, its colour where it has one, its number where it is counted. */
export interface RecordLabel {
  readonly label: string;
  readonly color?: string;
  readonly number?: string;
  /** It has a name here, and no page that may be opened. */
  readonly isOutside?: true;
}

/** Ids by the path of the resource they belong to. */
export type LabelAsk = Readonly<Record<string, readonly string[]>>;

/** The names of all records that a page refers to, in one request. Ids that name nothing are absent. */
export function labelsQuery(ids: LabelAsk) {
  return queryOptions({
    queryKey: ["labels", ids] as const,
    queryFn: async ({ signal }): Promise<Readonly<Record<string, Record<string, RecordLabel>>>> => {
      if (Object.keys(ids).length === 0) return {};
      return (await call<LabelReply>("POST", "/api/labels", { body: { ids }, signal })).data.data;
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
}

interface LabelReply {
  readonly data: Record<string, Record<string, RecordLabel>>;
}
