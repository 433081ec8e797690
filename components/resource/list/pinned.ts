import type { CSSProperties } from "react";
import { type ListTable, selectWidth } from "./table";

/** How a cell of a column stays at the start while others scroll past it; `{}` where it does not. */
export function pinnedStyle(table: ListTable, id: string): CSSProperties {
  const column = table.getColumn(id);
  if (column?.getIsPinned() !== "start") return {};
  return { position: "sticky", left: column.getStart("start") + selectWidth, zIndex: 1 };
}
