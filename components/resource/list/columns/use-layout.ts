import { useMemo } from "react";
import { notifyFailure } from "@/components/errors/notify-failure";
import { usePreference } from "@/lib/client/session/preferences";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import { type ColumnSettingsText, columnsFromText, columnsToText } from "./column-text";
import { computedColumn } from "./computed-columns";
import { columnsNamed, shownNames } from "./list-columns";
import { onScreen } from "./on-screen";

/** The user's layout of a resource's columns. */
export interface Layout {
  readonly columns: readonly Column[];
  /** Names of the columns in their order, the computed one included. */
  readonly names: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  /** Pinned columns, which stay at the start while the others scroll. */
  readonly pinned: readonly string[];
  readonly isDense: boolean;
  /** The columns are those of the resource: nobody has chosen others. */
  readonly isDefault: boolean;
}

/** A change to a layout. */
export interface LayoutChange {
  /** Names in order; none for the columns of the resource. */
  readonly columns?: readonly string[];
  readonly widths?: Readonly<Record<string, number>>;
  readonly pinned?: readonly string[];
  readonly isDense?: boolean;
}

interface Props {
  readonly resource: Resource;
  /** The columns from the URL or a view, with widths and pins; "" means the user's own layout. */
  readonly named: string;
  readonly onNamed: (columns: string) => void;
  /** A view is in use: changes belong to the view, not to the user's own layout. */
  readonly isOfView: boolean;
}

/**
 * Returns the columns of a list with widths and pins: from the URL or the view, else the user's
 * last layout. A change is written to the URL, so that a shared link shows the same, and is
 * remembered outside of views.
 */
export function useLayout({ resource, named, onNamed, isOfView }: Props) {
  const { value, isKnown, set } = usePreference(`list:${resource.path}`, (error) =>
    notifyFailure("Column layout not saved", error),
  );
  // Performance: a new layout object rerenders every row, so it is memoized.
  const layout = useMemo(() => layoutOf(resource, named, value), [resource, named, value]);
  const kept = readStored(value);
  const change = (wanted: LayoutChange) => {
    // Columns that a narrow table left out do not appear because another one changes.
    const next = { ...layout, columns: onScreen(layout).names, ...wanted };
    const isOnlyDensity = Object.keys(wanted).every((name) => name === "isDense");
    if (!isOnlyDensity) onNamed(textOf(next));
    set(toStored(isOnlyDensity || isOfView ? { ...kept, isDense: next.isDense } : next));
  };
  const textOf = (next: ColumnSettingsText) => {
    // Without names, a view would show the user's own columns.
    const isOfList = next.columns.length === 0 && isOfView && kept.columns.length > 0;
    const columns = isOfList ? shownNames(resource, [], computedColumn(resource)) : next.columns;
    return columnsToText({ ...next, columns });
  };
  return { layout, isKnown: isKnown || named !== "", change };
}

function layoutOf(resource: Resource, named: string, value: JsonValue | undefined): Layout {
  const kept = readStored(value);
  const used = named === "" ? kept : { ...kept, ...columnsFromText(named) };
  const columns = columnsNamed(resource, used.columns);
  const shown = new Set(columns.map(({ name }) => name));
  const pinned = used.pinned.filter((name) => shown.has(name));
  const names = shownNames(resource, used.columns, computedColumn(resource));
  return { ...used, columns, names, pinned, isDefault: used.columns.length === 0 };
}

interface StoredLayout extends ColumnSettingsText, Pick<Layout, "isDense"> {}

function toStored({ columns, widths, pinned, isDense }: StoredLayout): JsonValue {
  return { columns: [...columns], widths: { ...widths }, pinned: [...pinned], isDense };
}

function readStored(value: JsonValue | undefined): StoredLayout {
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
