import type { StoryGlance } from "@/lib/contract/records/story";
import { eventAt } from "@/lib/operations/rules/timeline/timeline";
import { timelineOf } from "@/lib/operations/rules/timeline/timeline-of";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import { onCallDutyPolicy } from "@/lib/resources/on-call/on-call-duty-policy";
import { stateColumn } from "@/lib/schema/record/lifecycle-columns";
import { type EscalationStep, isReached, laddersOf, policiesOf, stepsOf } from "./escalation";
import { ownersOf } from "./owners";
import { statusPagesOf } from "./shown-pages";
import { joined, mostShown } from "./story-joins";
import { all, type StoryRecord, visibleIn } from "./story-record";

/** Returns the present state around a record, as far as the caller may read it. */
export async function glanceOf(of: StoryRecord): Promise<StoryGlance> {
  const state = stateColumn(of.resource);
  return {
    state: { _id: String(of.row[state?.name ?? ""]), since: of.stateSince ?? null },
    acknowledgedAt: of.acknowledgedAt ?? null,
    resolvedAt: of.resolvedAt ?? null,
    owners: await ownersOf(of),
    monitors: await monitorsOf(of),
    services: await joined(of, "service-monitor", "service"),
    policies: await policiesAt(of),
    statusPages: await statusPagesOf(of),
  };
}

async function monitorsOf(of: StoryRecord): Promise<StoryGlance["monitors"]> {
  const visibility = visibleIn(of, monitor);
  if (!visibility) return null;
  if (of.monitors.length === 0) return [];
  const { reader } = of.context.store;
  const rows = await reader.find(visibility.resource, {
    ...{ projects: visibility.projects, columns: ["_id", "currentMonitorStatusId"] },
    filter: all(visibility.filter, { op: "in", column: "_id", values: of.monitors }),
    limit: mostShown,
  });
  const tellsSince = visibleIn(of, monitorStatusTimeline) !== undefined;
  const timeline = timelineOf(monitorStatusTimeline);
  const shown: NonNullable<StoryGlance["monitors"]>[number][] = [];
  for (const { _id = null, currentMonitorStatusId: statusId = null } of rows) {
    const owner = { projectId: of.projectId, ownerId: _id };
    const now = of.context.now().toISOString();
    const event = tellsSince ? await eventAt(reader, timeline, owner, now) : undefined;
    const isCurrent = event?.[timeline.valueColumn] === statusId;
    const since = isCurrent && typeof event?.startsAt === "string" ? event.startsAt : null;
    shown.push({ _id: String(_id), statusId: String(statusId), since });
  }
  return shown;
}

async function policiesAt(of: StoryRecord): Promise<StoryGlance["policies"]> {
  if (!visibleIn(of, onCallDutyPolicy)) return null;
  const ladders = await laddersOf(of);
  return policiesOf(of).map((_id) => {
    const ladder = ladders?.get(_id);
    const steps = of.tellsStates ? stepsOf(of, ladder ?? []) : [];
    const reached = steps.filter((step) => isReached(of, step)).at(-1);
    const next =
      of.acknowledgedAt === undefined ? steps.find((step) => !isReached(of, step)) : undefined;
    const stepAt = (step: EscalationStep | undefined) =>
      step && ladder
        ? { ruleId: String(step.rule._id), at: step.at, place: ladder.indexOf(step.rule) + 1 }
        : null;
    return { _id, rules: ladder?.length ?? null, reached: stepAt(reached), next: stepAt(next) };
  });
}
