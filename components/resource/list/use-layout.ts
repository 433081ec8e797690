"use client";

import { usePreference } from "@/lib/client/preferences";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import { columnsNamed } from "./shown-columns";

/** How this person has arranged the columns of a resource. */
export interface Layout {
  readonly columns: readonly Column[];
  readonly widths: Readonly<Record<string, number>>;
  /** Columns that stay at the start while the others scroll. */
  readonly pinned: readonly string[];
  readonly isDense: boolean;
}

/** What of a layout can be changed. */
export interface LayoutChange {
  readonly columns?: readonly string[];
  readonly widths?: Readonly<Record<string, number>>;
  readonly pinned?: readonly string[];
  readonly isDense?: boolean;
}

interface Props {
  readonly resource: Resource;
  /** The columns the URL or a view names; "" leaves them to the person. */
  readonly named: string;
  readonly onNamed: (columns: string) => void;
}

/** The columns of a list: those of the view, else those this person chose; widths and pins are always their own. */
export function useLayout({ resource, named, onNamed }: Props): {
  readonly layout: Layout;
  readonly isKnown: boolean;
  readonly change: (change: LayoutChange) => void;
} {
  const { value, isKnown, set } = usePreference(`list:${resource.path}`);
  const kept = readKept(value);
  const names = named === "" ? kept.columns : named.split(",");
  const columns = columnsNamed(resource, names);
  const shown = new Set(columns.map(({ name }) => name));
  const layout = { ...kept, columns, pinned: kept.pinned.filter((name) => shown.has(name)) };
  const change = (wanted: LayoutChange) => {
    const { columns: chosen, ...own } = wanted;
    if (chosen && named !== "") onNamed(chosen.join(","));
    const isOwn = chosen !== undefined && named === "";
    const next = { ...kept, ...own, ...(isOwn && { columns: chosen }) };
    if (isOwn || Object.keys(own).length > 0) set(toKept(next));
  };
  return { layout, isKnown: isKnown || named !== "", change };
}

interface Kept extends Omit<Layout, "columns"> {
  readonly columns: readonly string[];
}

function toKept({ columns, widths, pinned, isDense }: Kept): JsonValue {
  return { columns: [...columns], widths: { ...widths }, pinned: [...pinned], isDense };
}

function readKept(value: JsonValue | undefined): Kept {
  const held = isJsonObject(value) ? value : {};
  const widths = isJsonObject(held.widths) ? held.widths : {};
  return {
    columns: textsIn(held.columns),
    pinned: textsIn(held.pinned),
    isDense: held.isDense !== false,
    widths: Object.fromEntries(
      Object.entries(widths).flatMap(([name, width]) =>
        typeof width === "number" ? [[name, width]] : [],
      ),
    ),
  };
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
