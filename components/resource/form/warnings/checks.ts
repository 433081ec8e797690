import { titleOf } from "@/components/words/field-title";
import { inSentence } from "@/components/words/sentence-case";
import { findRows, inProject } from "@/lib/client/queries/queries";
import { incident } from "@/lib/resources/incidents/incident";
import { incidentState } from "@/lib/resources/incidents/incident-state";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import { serviceDependency } from "@/lib/resources/monitoring/service-dependency";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import type { Check, Checked } from "./check";

/** The checks of each resource's form that go beyond its definition. */
const checks: Readonly<Record<string, readonly Check[]>> = {
  [serviceDependency.path]: [
    {
      column: "dependencyServiceId",
      uses: ["serviceId", "dependencyServiceId"],
      reads: [],
      run: selfDependency,
    },
    {
      column: "dependencyServiceId",
      uses: ["serviceId", "dependencyServiceId"],
      reads: [serviceDependency],
      run: dependencyCycle,
    },
  ],
  [incident.path]: [
    {
      column: "changeMonitorStatusToId",
      uses: ["changeMonitorStatusToId", "monitors", "currentIncidentStateId"],
      reads: [incident, incidentState, monitorStatus],
      run: weakerStatus,
    },
  ],
};

/** Returns the checks whose warnings are shown under a column. */
export function checksUnder(resource: Resource, column: string): readonly Check[] {
  return [...repetitions(resource), ...(checks[resource.path] ?? [])].filter(
    (check) => check.column === column,
  );
}

function repetitions(resource: Resource): readonly Check[] {
  const uses = resource.distinct ?? [];
  const column = uses.at(-1);
  return column === undefined ? [] : [{ column, uses, reads: [resource], run: duplicateRecord }];
}

/** Warns if another record has the same values in the columns by which records should differ. */
async function duplicateRecord(checked: Checked): Promise<string | undefined> {
  const { resource, project, id, values, signal } = checked;
  const query = { ...values, ...(id !== undefined && { _id: { _type: "NotEqual", value: id } }) };
  const ask = { query: inProject(resource, project, query), select: { _id: true }, limit: 1 };
  const found = await findRows(resource, ask, signal);
  if (found.length === 0) return undefined;
  const { byColumn } = shapeOf(resource);
  const titles = Object.keys(values).flatMap((name) => {
    const column = byColumn.get(name);
    return column ? [titleOf(column)] : [];
  });
  const same = `${titles.slice(0, -1).join(", ")} and ${titles.at(-1)}`;
  return `Another ${inSentence(resource.name)} has the same ${same}.`;
}

/** Warns if another open incident sets a worse status on the same monitors than the chosen one. */
async function weakerStatus(checked: Checked): Promise<string | undefined> {
  if (await isOver(checked)) return undefined;
  const priority = await priorityOf(checked);
  if (typeof priority !== "number") return undefined;
  const worse = await worstOther(checked, priority);
  if (!worse) return undefined;
  const status = nameIn(worse["changeMonitorStatusTo"] ?? null);
  const number = worse["incidentNumberWithPrefix"] ?? "Another incident";
  const result =
    checked.id === undefined
      ? "The monitors would show the better status"
      : "The monitors keep the worse status";
  return `${number} is open and requires a worse status for the same monitors${status}. ${result}.`;
}

/** A resolved incident sets no status. A new one sets its status on its monitors in any state. */
async function isOver({ project, id, values, signal }: Checked): Promise<boolean> {
  if (id === undefined) return false;
  const query = { _id: values["currentIncidentStateId"] ?? null, isResolvedState: true };
  const ask = { query: inProject(incidentState, project, query), select: { _id: true }, limit: 1 };
  return (await findRows(incidentState, ask, signal)).length > 0;
}

async function priorityOf({ project, values, signal }: Checked): Promise<JsonValue> {
  const query = { _id: values["changeMonitorStatusToId"] ?? null };
  const ask = {
    query: inProject(monitorStatus, project, query),
    select: { priority: true },
    limit: 1,
  };
  const [status] = await findRows(monitorStatus, ask, signal);
  return status?.["priority"] ?? null;
}

async function worstOther({ project, id, values, signal }: Checked, priority: number) {
  const query = {
    monitors: { _type: "Includes", value: values["monitors"] ?? [] },
    currentIncidentState: { isResolvedState: { _type: "NotEqual", value: true } },
    changeMonitorStatusTo: { priority: { _type: "GreaterThan", value: priority } },
    ...(id !== undefined && { _id: { _type: "NotEqual", value: id } }),
  };
  const select = { incidentNumberWithPrefix: true, changeMonitorStatusTo: { name: true } };
  const sort = { changeMonitorStatusTo: { priority: -1 } };
  const ask = { query: inProject(incident, project, query), select, sort, limit: 1 };
  return (await findRows(incident, ask, signal))[0];
}

function nameIn(status: JsonValue): string {
  const isRecord = typeof status === "object" && status !== null && "name" in status;
  return isRecord ? `: ${status["name"]}` : "";
}

/** Warns if a service depends on itself. */
async function selfDependency({ values }: Checked): Promise<string | undefined> {
  return values["serviceId"] === values["dependencyServiceId"]
    ? "This service would depend on itself."
    : undefined;
}

const mostServices = 200;
const mostSteps = 20;

/**
 * Warns if the dependency closes a cycle, directly or through others. Follows the dependencies of
 * at most 200 services in at most 20 steps.
 */
async function dependencyCycle(checked: Checked): Promise<string | undefined> {
  const { values } = checked;
  const service = String(values["serviceId"]);
  const start = String(values["dependencyServiceId"]);
  if (service === start) return undefined;
  const reached = new Set([start]);
  let latest = [start];
  for (let step = 0; step < mostSteps && latest.length > 0; step += 1) {
    const next = await dependenciesOf(checked, latest);
    if (next.includes(service)) return cycle(step === 0);
    latest = [...new Set(next)].filter((id) => !reached.has(id));
    for (const id of latest) reached.add(id);
    if (reached.size > mostServices) return undefined;
  }
  return undefined;
}

function cycle(isDirect: boolean): string {
  const how = isDirect ? "" : " through other services";
  return `The service under “Depends on” already depends on this service${how}. The dependencies would form a cycle.`;
}

async function dependenciesOf(
  { resource, project, id, signal }: Checked,
  services: readonly string[],
): Promise<string[]> {
  const query = {
    serviceId: { _type: "Includes", value: services },
    ...(id !== undefined && { _id: { _type: "NotEqual", value: id } }),
  };
  const ask = {
    query: inProject(resource, project, query),
    select: { dependencyServiceId: true },
    limit: mostServices,
  };
  const rows = await findRows(resource, ask, signal);
  return rows.map(({ dependencyServiceId }) => String(dependencyServiceId));
}
