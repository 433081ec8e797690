import type { Row } from "@/lib/schema/row";
import { textIn, textOf } from "./columns";
import type { TextBudget } from "./long-texts";
import type { PageMonitors } from "./page-monitors";
import { type PageUptime, publicDays, sumOfTotals, uptimePercent } from "./page-uptime";
import type { Level, PublicGroup, PublicMonitor, PublicStatus } from "./public-page";

/** Returns the groups of a page with their monitors; monitors without a group come first. */
export function publicGroups(
  { groups, shown, statusOf }: PageMonitors,
  uptime: PageUptime | undefined,
  budget: TextBudget,
): PublicGroup[] {
  const known = new Set(groups.map(({ _id }) => String(_id)));
  const groupOf = (row: Row) =>
    known.has(textOf(row.statusPageGroupId)) ? textOf(row.statusPageGroupId) : "";
  const rowsOf = (id: string) => shown.filter((row) => groupOf(row) === id);
  const monitorsOf = (id: string) =>
    rowsOf(id).map((row) => publicMonitor(row, { statusOf, uptime, budget }));
  const loose = monitorsOf("");
  const named = groups.map((group): PublicGroup => {
    const monitors = monitorsOf(String(group._id));
    const totals = rowsOf(String(group._id)).flatMap(
      (row) => uptime?.ofMonitor.get(textOf(row.monitorId)) ?? [],
    );
    return {
      ...{ id: String(group._id), name: textOf(group.name), monitors },
      description: budget.take(textOf(group.description)),
      isExpanded: group.isExpandedByDefault !== false,
      status: group.showCurrentStatus === false ? undefined : worst(monitors),
      uptime:
        group.showUptimePercent === true
          ? uptimePercent(sumOfTotals(totals), group.uptimePercentPrecision)
          : undefined,
      ...{ createdAt: textOf(group.createdAt), updatedAt: textOf(group.createdAt) },
    };
  });
  return loose.length === 0 ? named : [{ ...withoutName, monitors: loose }, ...named];
}

const withoutName: Omit<PublicGroup, "monitors"> = {
  ...{ id: undefined, name: "", description: "", isExpanded: true, status: undefined },
  ...{ uptime: undefined, createdAt: "", updatedAt: "" },
};

/** The order of conditions, the best first. */
export const levels: readonly Level[] = ["operational", "degraded", "down"];

function worst(monitors: readonly PublicMonitor[]): PublicStatus | undefined {
  return monitors
    .flatMap(({ status }) => status ?? [])
    .reduce<PublicStatus | undefined>(
      (found, one) =>
        found && levels.indexOf(found.level) >= levels.indexOf(one.level) ? found : one,
      undefined,
    );
}

interface Facts {
  readonly statusOf: ReadonlyMap<string, PublicStatus>;
  readonly uptime: PageUptime | undefined;
  readonly budget: TextBudget;
}

function publicMonitor(row: Row, { statusOf, uptime, budget }: Facts): PublicMonitor {
  const monitorId = textOf(row.monitorId);
  const own = uptime?.ofMonitor.get(monitorId);
  return {
    id: String(row._id),
    name: textOf(row.displayName),
    description: budget.take(textOf(row.displayDescription)),
    explanation: budget.take(textOf(row.displayTooltip)),
    status: row.showCurrentStatus === false ? undefined : statusOf.get(monitorId),
    uptime:
      own && row.showUptimePercent === true
        ? uptimePercent(own, textIn(row.uptimePercentPrecision) ?? null)
        : undefined,
    days:
      uptime && own && row.showStatusHistoryChart !== false ? publicDays(uptime, own) : undefined,
    createdAt: textOf(row.createdAt),
    updatedAt: textOf(row.createdAt),
  };
}
