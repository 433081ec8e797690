import type { CellProps } from "@/components/fields/props/cell-props";
import { useClock, useNow } from "@/lib/client/device/clock";
import { durationOf, fullTime, shortTime } from "@/lib/client/device/times";
import type { Row } from "@/lib/schema/row";

/** Shows the start or the end of an interval. The end also shows the duration, total or so far. */
export function IntervalCell({ value, field, row }: CellProps & { readonly row: Row }) {
  const { zone } = useClock();
  const now = useNow();
  const isThere = typeof value === "string";
  const began = Date.parse(String(row.startsAt));
  const length = Math.max(0, (isThere ? Date.parse(value) : now) - began);
  const isMeasured = field.edge === "end" && !Number.isNaN(length);
  return (
    <span className="block truncate tabular-nums">
      {isThere && (
        <time dateTime={value} title={fullTime(value, zone)}>
          {shortTime(value, zone)}
        </time>
      )}
      {isMeasured && (
        <span className="text-ink-muted">
          {isThere ? ` · ${durationOf(length)}` : `${durationOf(length)} so far`}
        </span>
      )}
    </span>
  );
}
