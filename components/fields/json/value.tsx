import type { ValueProps } from "@/components/fields/props/value-props";
import { JsonTree } from "./json-tree";

/** Shows a JSON value as a tree. */
export function JsonTreeValue({ value }: ValueProps) {
  return <JsonTree value={value} />;
}
