import type { CellProps } from "@/components/fields/props/cell-props";
import { RelativeTime } from "@/components/ui/relative-time";

/** Shows the relative time, with the full time and its zone on hover. */
export function DateCell({ value }: CellProps) {
  return <RelativeTime instant={String(value)} className="block truncate tabular-nums" />;
}
