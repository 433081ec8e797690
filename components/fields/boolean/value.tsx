import type { ValueProps } from "@/components/fields/props/value-props";

/** Shows yes or no as a word. */
export function BooleanValue({ value }: ValueProps) {
  return value === true ? "Yes" : "No";
}
