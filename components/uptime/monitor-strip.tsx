import { listPathForFilter } from "@/components/resource/list/query/list-paths";
import { useRouter } from "@/lib/client/project/navigation";
import { useProject } from "@/lib/client/project/project";
import { uptimeDaysOf } from "@/lib/client/queries/uptime";
import type { Uptime } from "@/lib/contract/summary";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import type { FilterNode, Test } from "@/lib/schema/filter-text/model";
import { uptimeBars } from "@/lib/schema/uptime/uptime-bars";
import { mostDays } from "@/lib/schema/uptime/uptime-limits";
import { UptimeStrip } from "./uptime-strip";

interface Props {
  readonly uptime: Uptime;
  readonly monitorId: string;
  /** Name of the monitor. */
  readonly name: string;
  /** Absent: all of the reply. */
  readonly days?: number;
  readonly height?: number;
  readonly tabIndex?: 0 | -1;
}

/** The strip of a monitor. A day opens the list of the status events that touch it. */
export function MonitorStrip(props: Props) {
  const { uptime, monitorId, name, days = mostDays, height, tabIndex } = props;
  const { base } = useProject();
  const router = useRouter();
  const found = uptimeDaysOf(uptime, monitorId, days);
  if (!found) return null;
  return (
    <UptimeStrip
      label={`Uptime of ${name}, last ${found.length} days`}
      bars={uptimeBars(found, uptime)}
      {...(height !== undefined && { height })}
      {...(tabIndex !== undefined && { tabIndex })}
      onOpen={(day) => router.push(dayPath(base, uptime, monitorId, day))}
    />
  );
}

/** Returns the list of a monitor's events that touch a day. */
function dayPath(base: string, uptime: Uptime, monitorId: string, day: string): string {
  const place = uptime.days.indexOf(day);
  const [from = "", to = ""] = uptime.dayStarts.slice(place, place + 2);
  return eventsPath(base, monitorId, from, to);
}

/** Returns the list of a monitor's events that touch the time from one instant to another. */
export function eventsPath(base: string, monitorId: string, from: string, to: string): string {
  const is = (column: string, test: Test, ...values: readonly string[]): FilterNode => ({
    ...{ kind: "condition", column, test, values },
  });
  return listPathForFilter(base, monitorStatusTimeline, {
    kind: "and",
    parts: [
      is("monitorId", "is", monitorId),
      is("startsAt", "below", to),
      { kind: "or", parts: [is("endsAt", "empty"), is("endsAt", "above", from)] },
    ],
  });
}
