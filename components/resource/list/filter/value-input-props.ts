import type { Test } from "@/lib/schema/filter-text/model";
import type { Column } from "@/lib/schema/shape";

/** What a field is compared with, as it is typed. */
export interface ValueInputProps {
  readonly column: Column;
  readonly test: Test;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}
