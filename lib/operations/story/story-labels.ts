import type { LabelsById } from "@/lib/contract/labels";
import type { StoryEntry, StoryGlance } from "@/lib/contract/records/story";
import { labelsOf } from "@/lib/operations/record/labels";
import type { Context } from "@/lib/operations/transaction/context";
import { resourceAt } from "@/lib/resources";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import { onCallDutyPolicy } from "@/lib/resources/on-call/on-call-duty-policy";
import { onCallDutyPolicyEscalationRule } from "@/lib/resources/on-call/on-call-duty-policy-escalation-rule";
import { user } from "@/lib/resources/settings/user";
import type { JsonValue } from "@/lib/schema/json";
import { stateColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { idsIn } from "./story-record";

/** Most labels of one kind in a reply; the lists of changed relations may hold thousands. */
const mostLabels = 1_000;

/** Returns the names of all records that a story refers to and that the caller may read. */
export async function storyLabels(
  context: Context,
  resource: Resource,
  record: Row,
  entries: readonly StoryEntry[],
  glance: StoryGlance | null,
): Promise<LabelsById> {
  const wanted = new WantedLabels();
  wanted.addRow(resource, record);
  for (const { subject, data, changes = [], actor } of entries) {
    const kind = resourceAt(subject.resource);
    if (!kind) continue;
    wanted.add(kind.path, subject._id);
    wanted.addRow(kind, data);
    for (const { field, before, after } of changes) {
      wanted.addRow(resource, { [field]: before });
      wanted.addRow(resource, { [field]: after });
    }
    if (actor?.type === "user" && actor.id !== null) wanted.add(user.path, actor.id);
  }
  if (glance) addGlance(wanted, resource, glance);
  const labels: Record<string, LabelsById[string]> = {};
  for (const [path, ids] of wanted.ids) {
    const kind = resourceAt(path);
    if (kind) labels[path] = Object.fromEntries(await labelsOf(context, kind, [...ids]));
  }
  return labels;
}

function addGlance(wanted: WantedLabels, resource: Resource, glance: StoryGlance): void {
  const { state, owners, monitors, services, policies, statusPages } = glance;
  wanted.add(stateColumn(resource)?.field.to, state._id);
  const idsOf = (those: readonly { readonly _id: string }[] | null) =>
    (those ?? []).map(({ _id }) => _id);
  const steps = (policies ?? []).flatMap(({ reached, next }) => [reached ?? [], next ?? []].flat());
  for (const owner of owners ?? []) wanted.add(owner.resource, owner._id);
  wanted.addAll(monitor.path, idsOf(monitors));
  wanted.addAll(
    monitorStatus.path,
    (monitors ?? []).map(({ statusId }) => statusId),
  );
  wanted.addAll("service", idsOf(services));
  wanted.addAll("status-page", idsOf(statusPages));
  wanted.addAll(onCallDutyPolicy.path, idsOf(policies));
  wanted.addAll(
    onCallDutyPolicyEscalationRule.path,
    steps.map(({ ruleId }) => ruleId),
  );
}

/** Ids by the path of their resource. */
class WantedLabels {
  readonly ids = new Map<string, Set<string>>();

  add(path: string | undefined, id: string): void {
    if (path === undefined) return;
    const ids = this.ids.get(path) ?? new Set<string>();
    this.ids.set(path, ids);
    if (ids.size < mostLabels) ids.add(id);
  }

  addAll(path: string, ids: readonly string[]): void {
    for (const id of ids) this.add(path, id);
  }

  /** Adds the ids in the relations of a row. */
  addRow(resource: Resource, row: { readonly [name: string]: JsonValue }): void {
    const { byColumn } = shapeOf(resource);
    for (const [name, value] of Object.entries(row)) {
      const to = byColumn.get(name)?.field.to;
      if (to === undefined || to === "project") continue;
      for (const id of idsIn(value)) this.add(to, id);
    }
  }
}
