import type { ReactNode } from "react";
import type { Field } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";

/** What a cell is given: a value that is there (nothing is shown for null), its field and, if known, its record. */
export interface CellProps {
  readonly value: JsonValue;
  readonly field: Field;
  readonly row?: Row | undefined;
}

/** How a value of one kind is shown in one line of a table. */
export type Cell = (props: CellProps) => ReactNode;
