import type { ValueProps } from "@/components/fields/props/value-props";
import { useClock, useNow } from "@/lib/client/device/clock";
import { fullTime, relativeTime } from "@/lib/client/device/times";

/** Shows the full time in the chosen zone, and the relative time. */
export function DateValue({ value }: ValueProps) {
  const { zone } = useClock();
  const now = useNow();
  const instant = String(value);
  return (
    <time dateTime={instant} className="tabular-nums">
      {fullTime(instant, zone)}
      <span className="text-ink-muted"> · {relativeTime(instant, now)}</span>
    </time>
  );
}
