import { createContext, useContext } from "react";
import type { RecordLabel } from "@/lib/contract/labels";

/** Labels of referenced records, by `labelKey`. A key without an entry is still loading. */
export type Labels = ReadonlyMap<string, RecordLabel | "missing">;

const LabelsContext = createContext<Labels>(new Map());

/** Provides the labels of referenced records to the values inside. */
export const LabelsProvider = LabelsContext;

/** Returns the key of a record's label: resource path and id. */
export function labelKey(path: string, id: string): string {
  return `${path}/${id}`;
}

/** Returns the label of a record; undefined while it loads, "missing" if it is not readable. */
export function useLabel(path: string, id: string): RecordLabel | "missing" | undefined {
  return useContext(LabelsContext).get(labelKey(path, id));
}

/** Returns all labels of the nearest provider, by `labelKey`. */
export function useLabels(): Labels {
  return useContext(LabelsContext);
}
