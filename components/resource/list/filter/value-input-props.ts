import type { Test } from "@/lib/schema/filter-text/model";
import type { Column } from "@/lib/schema/shape";

/** Props of an input for the values of a condition. */
export interface ValueInputProps {
  readonly column: Column;
  readonly test: Test;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}
