import { findRows, inProject } from "@/lib/client/queries/queries";
import type { Checked } from "./check";

/** Warns if a service depends on itself. */
export async function selfDependency({ values }: Checked): Promise<string | undefined> {
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
export async function dependencyCycle(checked: Checked): Promise<string | undefined> {
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
