import type { CellProps } from "@/components/fields/props/cell-props";
import { useClock, useNow } from "@/lib/client/device/clock";
import { fullTime, relativeTime } from "@/lib/client/device/times";

/** Shows the relative time, with the full time and its zone on hover. */
export function DateCell({ value }: CellProps) {
  const { zone } = useClock();
  const now = useNow();
  const instant = String(value);
  return (
    <time
      dateTime={instant}
      title={fullTime(instant, zone)}
      className="block truncate tabular-nums"
    >
      {relativeTime(instant, now)}
    </time>
  );
}
