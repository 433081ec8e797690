import { includesProject, refusalDetails } from "@/lib/auth/grants/permission";
import type { dependencies, Neighborhood } from "@/lib/contract/dependencies";
import type { InputOf } from "@/lib/contract/endpoint";
import { AppError } from "@/lib/errors";
import { visibilityOf } from "@/lib/operations/access/visibility";
import { notFound } from "@/lib/operations/rows/read-record";
import type { Context } from "@/lib/operations/transaction/context";
import { service } from "@/lib/resources/monitoring/service";
import { serviceDependency } from "@/lib/resources/monitoring/service-dependency";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { mostServices } from "@/lib/schema/service-limits";
import { cyclesOf, type Graph, graphOf, stepsFrom } from "./graph";
import { serviceStatuses } from "./service-status";

const mostRead = 10_000;
const mostEdges = 20_000;
const nearSteps = 2;

/**
 * Returns the services around a service. Throws 403 if the caller may not read services and their
 * dependencies in the project, 404 if it holds no such service that they may read.
 */
export async function neighborhoodOf(
  context: Context,
  { projectId, service: id }: InputOf<typeof dependencies, "query">,
): Promise<Neighborhood> {
  const services = await readAll(context, projectId, service, mostRead, [
    ...["_id", "name", "serviceColor"],
  ]);
  const links = await readAll(context, projectId, serviceDependency, mostEdges, [
    ...["serviceId", "dependencyServiceId"],
  ]);
  const byId = new Map(services.rows.map((row) => [String(row._id), row]));
  if (!byId.has(id)) throw notFound(service, id);
  const edges = links.rows.map(({ serviceId, dependencyServiceId }) => ({
    ...{ from: String(serviceId), to: String(dependencyServiceId) },
  }));
  const graph = graphOf(edges, new Set(byId.keys()));
  const needs = stepsFrom(id, graph.needs);
  const neededBy = stepsFrom(id, graph.neededBy);
  const nameOf = (one: string) => String(byId.get(one)?.name ?? "");
  const distance = (one: string) =>
    Math.min(
      needs.get(one) ?? Number.POSITIVE_INFINITY,
      neededBy.get(one) ?? Number.POSITIVE_INFINITY,
    );
  const near = [...new Set([...needs.keys(), ...neededBy.keys()])]
    .filter((one) => distance(one) <= nearSteps)
    .sort((one, other) => distance(one) - distance(other) || compare(nameOf(one), nameOf(other)));
  const shown = [id, ...near].slice(0, mostServices);
  const far = [...neededBy]
    .filter(([, steps]) => steps > nearSteps)
    .map(([one, steps]) => ({ _id: one, label: nameOf(one), steps }));
  const cycles = cyclesOf(graph);
  const statuses = await serviceStatuses(context, projectId, shown);
  return {
    projectId,
    services: shown.map((one) => ({
      ...labelOf(one, byId.get(one)),
      ...{ needs: needs.get(one) ?? null, neededBy: neededBy.get(one) ?? null },
      cycle: cycles.get(one) ?? null,
      ...(statuses?.get(one) ?? { monitors: null, status: null }),
    })),
    more: near.length + 1 - shown.length,
    edges: edgesOf(graph, shown, cycles),
    affected: {
      count: neededBy.size,
      beyond: far.slice(0, mostServices),
      more: Math.max(0, far.length - mostServices),
    },
    isComplete: services.isComplete && links.isComplete,
  };
}

/** Reads the records of a project that the caller may read. Throws 403 without the permission. */
async function readAll(
  context: Context,
  projectId: string,
  resource: Resource,
  most: number,
  columns: readonly string[],
): Promise<{ readonly rows: readonly Row[]; readonly isComplete: boolean }> {
  const visibility = visibilityOf(context, resource);
  if (!includesProject(visibility.projects, projectId)) {
    const detail = `You may not read ${resource.plural} in this project.`;
    throw new AppError("forbidden", detail, refusalDetails(resource, "read", projectId));
  }
  const rows = await context.store.reader.find(resource, {
    ...{ projects: [projectId], columns, limit: most + 1 },
    ...(visibility.filter && { filter: visibility.filter }),
    sort: [{ column: "createdAt", direction: "asc" }],
  });
  return { rows: rows.slice(0, most), isComplete: rows.length <= most };
}

/** Returns the dependencies between services, each once. */
function edgesOf(
  { needs }: Graph,
  shown: readonly string[],
  cycles: ReadonlyMap<string, number>,
): Neighborhood["edges"] {
  const isShown = new Set(shown);
  return shown.flatMap((from) =>
    [...new Set(needs.get(from))]
      .filter((to) => isShown.has(to))
      .map((to) => ({
        from,
        to,
        isInCycle: cycles.has(from) && cycles.get(from) === cycles.get(to),
      })),
  );
}

function labelOf(_id: string, row: Row | undefined) {
  const { name = null, serviceColor = null } = row ?? {};
  return {
    _id,
    label: String(name ?? ""),
    color: serviceColor === null ? null : String(serviceColor),
  };
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
