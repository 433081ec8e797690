import { titleOf } from "@/components/words/field-title";
import { useClock, useNow } from "@/lib/client/device/clock";
import { durationOf, fullTime } from "@/lib/client/device/times";
import type { Row } from "@/lib/schema/row";
import type { Column } from "@/lib/schema/shape";

/**
 * The full start or end time of an event. The end also shows the duration, up to now if it has not
 * ended.
 */
export function EventTime({ column, row }: { readonly column: Column; readonly row: Row }) {
  const { zone } = useClock();
  const now = useNow();
  const value = row[column.name];
  const isThere = typeof value === "string";
  const length = (isThere ? Date.parse(value) : now) - Date.parse(String(row.startsAt));
  const isMeasured = column.field.edge === "end" && !Number.isNaN(length);
  const lasted = durationOf(Math.max(0, length));
  return (
    <span>
      <span className="sr-only">{titleOf(column)}: </span>
      {isThere && <time dateTime={value}>{fullTime(value, zone)}</time>}
      {isMeasured && (isThere ? ` · ${lasted}` : `${lasted} so far`)}
    </span>
  );
}
