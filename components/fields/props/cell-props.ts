import type { ReactNode } from "react";
import type { Field } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";

/** Props of a cell: a value other than null, its field and, if known, its record. */
export interface CellProps {
  readonly value: JsonValue;
  readonly field: Field;
  readonly row?: Row | undefined;
}

/** Shows a value of one kind in one line of a table. */
export type Cell = (props: CellProps) => ReactNode;
