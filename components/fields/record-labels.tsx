"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { type LabelRequest, labelsQuery, type RecordLabel } from "@/lib/client/queries/label-query";
import { LabelsProvider, labelKey } from "@/lib/client/queries/labels";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** Gives the names of all records that these ids belong to, asked for at once, to what is inside. */
export function RecordLabels({
  ask,
  children,
}: {
  readonly ask: LabelRequest;
  readonly children: ReactNode;
}) {
  return <LabelsProvider value={useRecordLabels(ask)}>{children}</LabelsProvider>;
}

/** The names of records by `labelKey`; an id that names nothing is "missing" once that is known. */
export function useRecordLabels(ask: LabelRequest): ReadonlyMap<string, RecordLabel | "missing"> {
  const { data, isPlaceholderData } = useQuery(labelsQuery(ask));
  const key = JSON.stringify(ask);
  // Measured: other names have every link of a list drawn again, so the same ones stay the same object.
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

/** The ids that rows of a resource refer to, by the path of what they name; at most `mostIds` of each. */
export function referencedIds(resource: Resource, rows: readonly Row[]): LabelRequest {
  const columns = shapeOf(resource).columns.filter(({ field }) => !field.hidden);
  const asks = columns.flatMap(({ name, field }): LabelRequest[] => {
    const ids = rows.flatMap((row) => row[name] ?? []).filter((id) => typeof id === "string");
    return field.to === undefined || ids.length === 0 ? [] : [{ [field.to]: ids }];
  });
  return mergeLabelRequests(...asks, ...columns.flatMap((column) => idsWithin(column, rows)));
}

/** The ids of records whose kind stands beside them in each row. */
function idsWithin({ name, field: { within } }: Column, rows: readonly Row[]): LabelRequest[] {
  if (within === undefined) return [];
  return rows.flatMap(({ [within]: path, [name]: id }) =>
    typeof id === "string" && resourceAt(String(path)) ? [{ [String(path)]: [id] }] : [],
  );
}

const mostIds = 500;

/** Several asks as one. */
export function mergeLabelRequests(...asks: readonly LabelRequest[]): LabelRequest {
  const all = new Map<string, Set<string>>();
  for (const [path, ids] of asks.flatMap((ask) => Object.entries(ask))) {
    all.set(path, new Set([...(all.get(path) ?? []), ...ids]));
  }
  return Object.fromEntries(
    [...all].map(([path, ids]) => [path, [...ids].sort().slice(0, mostIds)]),
  );
}
