"use client";

import type { CellProps } from "@/components/fields/props/cell-props";
import { RecordLink } from "@/components/fields/relation/cell";
import { useLabel } from "@/lib/client/queries/labels";
import { IdCell } from "./id-cell";

/**
 * Shows an id. If another column names the id's resource, links to the record by its name while the
 * record exists.
 */
export function RecordIdCell(props: CellProps) {
  const { value, field, row } = props;
  const path = String(row?.[field.within ?? ""] ?? "");
  const id = String(value);
  const label = useLabel(path, id);
  if (label === undefined || label === "missing") return <IdCell {...props} />;
  return <RecordLink path={path} id={id} />;
}
