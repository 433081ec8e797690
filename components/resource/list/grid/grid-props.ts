import type { MouseEvent, ReactNode } from "react";
import type { Layout, LayoutChange } from "@/components/resource/list/columns/use-layout";
import type { Selection } from "@/components/resource/list/state/use-selection";
import type { SortKey } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** Props of a table of records. */
export interface GridProps {
  readonly resource: Resource;
  readonly rows: readonly Row[];
  readonly layout: Layout;
  readonly onLayout: (change: LayoutChange) => void;
  readonly sort: readonly SortKey[];
  readonly onSort: (keys: readonly SortKey[]) => void;
  readonly onFilter: (column: string) => void;
  readonly selection: Selection;
  /** The record with the keyboard focus. */
  readonly active: string | undefined;
  readonly onActive: (id: string) => void;
  /** Called for a click on a row, but not on a control in it. */
  readonly onOpen: (id: string, click: MouseEvent<HTMLElement>) => void;
  /** Called for a record that is hovered or focused, to prefetch its page. */
  readonly onPrefetch: (id: string) => void;
  readonly total: number;
  readonly skipped: number;
  readonly isStale: boolean;
  readonly isBusy: boolean;
  /** Rendered instead of the rows if there are none. */
  readonly empty: ReactNode;
  /** Initial scroll position of the rows, in pixels. */
  readonly scrollTop: number;
  readonly onScroll: (scrollTop: number) => void;
  readonly onEditCell: (id: string, column: string, cell: HTMLElement) => void;
}
