import type { ReactNode } from "react";
import type { Field } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";

/** What a cell is given: a value that is there (nothing is shown for null), and the field it is a value of. */
export interface CellProps {
  readonly value: JsonValue;
  readonly field: Field;
}

/** How a value of one kind is shown in one line of a table. */
export type Cell = (props: CellProps) => ReactNode;
