import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useDocumentRead } from "@/lib/client/document/document-read";
import { type LabelRequest, labelsQuery, mergeIds } from "@/lib/client/queries/label-batch";
import { LabelsProvider, labelKey } from "@/lib/client/queries/labels";
import type { RecordLabel } from "@/lib/contract/labels";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Column, shapeOf } from "@/lib/schema/shape";

interface RecordLabelsProps {
  readonly ask: LabelRequest;
  readonly children: ReactNode;
}

/** Provides its children with the names of all records of these ids, fetched in one request. */
export function RecordLabels({ ask, children }: RecordLabelsProps) {
  return <LabelsProvider value={useRecordLabels(ask)}>{children}</LabelsProvider>;
}

/**
 * Returns the names of records by `labelKey`. An id without a record is "missing" once that is
 * known.
 */
export function useRecordLabels(ask: LabelRequest): ReadonlyMap<string, RecordLabel | "missing"> {
  const query = labelsQuery(ask);
  useDocumentRead(query, Object.values(ask).flat().length > 0);
  const { data, isPlaceholderData } = useQuery(query);
  const key = JSON.stringify(ask);
  // Performance: new names rerender every link of a list, so equal names keep the same object.
  return useMemo(() => {
    const isKnown = data !== undefined && !isPlaceholderData;
    const entries = Object.entries(JSON.parse(key) as LabelRequest).flatMap(([path, ids]) =>
      ids.map((id) => [labelKey(path, id), data?.[path]?.[id]] as const),
    );
    return new Map(
      entries.flatMap(([key, label]) => {
        const shown = label ?? (isKnown ? "missing" : undefined);
        return shown === undefined ? [] : [[key, shown] as const];
      }),
    );
  }, [key, data, isPlaceholderData]);
}

/**
 * Returns the ids that rows of a resource refer to, by the path of the related resource; at most
 * `mostIds` (500) of each.
 */
export function referencedIds(resource: Resource, rows: readonly Row[]): LabelRequest {
  const columns = shapeOf(resource).columns.filter(({ field }) => !field.hidden);
  const asks = columns.flatMap(({ name, field }): LabelRequest[] => {
    const ids = rows.flatMap((row) => row[name] ?? []).filter((id) => typeof id === "string");
    return field.to === undefined || ids.length === 0 ? [] : [{ [field.to]: ids }];
  });
  return mergeLabelRequests(...asks, ...columns.flatMap((column) => idsWithin(column, rows)));
}

/** Returns ids whose resource is named by another column of the row. */
function idsWithin({ name, field: { within } }: Column, rows: readonly Row[]): LabelRequest[] {
  if (within === undefined) return [];
  return rows.flatMap(({ [within]: path, [name]: id }) =>
    typeof id === "string" && resourceAt(String(path)) ? [{ [String(path)]: [id] }] : [],
  );
}

const mostIds = 500;

/** Merges several requests into one, with at most 500 ids of a resource. */
export function mergeLabelRequests(...asks: readonly LabelRequest[]): LabelRequest {
  return Object.fromEntries(
    Object.entries(mergeIds(asks)).map(([path, ids]) => [path, ids.toSorted().slice(0, mostIds)]),
  );
}
