import type { ReactNode } from "react";
import type { JsonValue } from "@/lib/schema/json";
import type { Column } from "@/lib/schema/shape";

/** Props of a value in full: the value, which is not null, and its column. */
export interface ValueProps {
  readonly value: JsonValue;
  readonly column: Column;
}

/** Shows a value of one kind in full. */
export type Value = (props: ValueProps) => ReactNode;
