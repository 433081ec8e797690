"use client";

import { createContext, useContext } from "react";
import type { RecordLabel } from "./label-query";

/** Names of records that others refer to, by `labelKey`. A key without an entry is still on its way. */
export type Labels = ReadonlyMap<string, RecordLabel | "missing">;

const LabelsContext = createContext<Labels>(new Map());

/** Gives the names of referred records to the values shown inside. */
export const LabelsProvider = LabelsContext;

/** The key of a record's name: its resource's path and its id. */
export function labelKey(path: string, id: string): string {
  return `${path}/${id}`;
}

/** The name of a record: undefined while it is on its way, "missing" when there is none that may be read. */
export function useLabel(path: string, id: string): RecordLabel | "missing" | undefined {
  return useContext(LabelsContext).get(labelKey(path, id));
}

/** All names that are known around here, by `labelKey`. */
export function useLabels(): Labels {
  return useContext(LabelsContext);
}
