import type { ReactNode } from "react";
import type { Layout, LayoutChange } from "@/components/resource/list/columns/use-layout";
import type { Selection } from "@/components/resource/list/state/use-selection";
import type { SortKey } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** What a table of records is given. */
export interface GridProps {
  readonly resource: Resource;
  readonly rows: readonly Row[];
  readonly layout: Layout;
  readonly onLayout: (change: LayoutChange) => void;
  readonly sort: readonly SortKey[];
  readonly onSort: (keys: readonly SortKey[]) => void;
  readonly onFilter: (column: string) => void;
  readonly selection: Selection;
  /** The record under the keyboard. */
  readonly active: string | undefined;
  readonly onActive: (id: string) => void;
  /** A record is pointed at or under the keyboard: it may be opened next. */
  readonly onPrefetch: (id: string) => void;
  readonly total: number;
  readonly skipped: number;
  readonly isStale: boolean;
  readonly isBusy: boolean;
  /** Stands in the place of the rows when there are none. */
  readonly empty: ReactNode;
  /** How far the rows are scrolled to begin with, in pixels. */
  readonly scrollTop: number;
  readonly onScroll: (scrollTop: number) => void;
  readonly onEditCell: (id: string, column: string, cell: HTMLElement) => void;
}
