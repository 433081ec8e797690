import type { ReactNode } from "react";
import type { JsonValue } from "@/lib/schema/json";
import type { Column } from "@/lib/schema/shape";

/** What shows one value in full is given: the value, which is there, and the column it stands in. */
export interface ValueProps {
  readonly value: JsonValue;
  readonly column: Column;
}

/** How a value of one kind is shown where there is room for all of it. */
export type Value = (props: ValueProps) => ReactNode;
