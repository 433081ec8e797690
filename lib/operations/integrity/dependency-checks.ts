import { serviceDependency } from "@/lib/resources/monitoring/service-dependency";
import type { Check, Inspection } from "./inspection";
import { TimeLimitExceeded } from "./time-limit";

const mostRead = 10_000;

/** Dependency of one service on another, stored in the record `id`. */
interface Dependency {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** Finds dependencies of a service on itself, and dependency cycles of several services. */
export function dependencyContradictions(inspection: Inspection): Check[] {
  if (!inspection.mayRead(serviceDependency)) return [];
  const about = { column: "dependencyServiceId", resource: serviceDependency };
  const onItself = async function* () {
    const own = (await dependencies(inspection)).filter(({ from, to }) => from === to);
    yield own.map(({ id }) => id);
  };
  const ofSeveral = async function* () {
    const others = (await dependencies(inspection)).filter(({ from, to }) => from !== to);
    yield await inCycles(inspection, others);
  };
  return [
    { ...about, kind: "selfDependency", search: onItself },
    { ...about, kind: "dependencyCycle", search: ofSeveral },
  ];
}

/** Throws `TimeLimitExceeded` for more than 10,000 dependencies. */
async function dependencies(inspection: Inspection): Promise<readonly Dependency[]> {
  const columns = ["serviceId", "dependencyServiceId"];
  const sort = { column: "createdAt", direction: "asc" } as const;
  const found: Dependency[] = [];
  for await (const rows of inspection.pages(serviceDependency, { columns, sort })) {
    for (const { _id, serviceId, dependencyServiceId } of rows)
      found.push({ id: String(_id), from: String(serviceId), to: String(dependencyServiceId) });
    if (found.length > mostRead) throw new TimeLimitExceeded();
  }
  return found;
}

/**
 * Returns the ids of the dependencies within one strongly connected component; each is part of a
 * cycle. Uses Kosaraju's algorithm, linear in the number of dependencies.
 */
async function inCycles(
  inspection: Inspection,
  edges: readonly Dependency[],
): Promise<readonly string[]> {
  const forward = neighbors(edges.map(({ from, to }) => [from, to]));
  const backward = neighbors(edges.map(({ from, to }) => [to, from]));
  const order: string[] = [];
  const seen = new Set<string>();
  for (const service of forward.keys()) order.push(...finished(service, forward, seen));
  await inspection.yieldNow();
  const components = new Map<string, number>();
  const assigned = new Set<string>();
  for (const [index, service] of order.reverse().entries())
    for (const member of finished(service, backward, assigned)) components.set(member, index);
  return edges
    .filter(({ from, to }) => components.get(from) === components.get(to))
    .map(({ id }) => id);
}

function neighbors(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [from, to] of pairs) {
    const list = found.get(from);
    if (list) list.push(to);
    else found.set(from, [to]);
    if (!found.has(to)) found.set(to, []);
  }
  return found;
}

/** Returns the nodes first reached by a depth-first search from `start`, in postorder. */
function finished(
  start: string,
  graph: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
): string[] {
  const left: string[] = [];
  if (seen.has(start)) return left;
  seen.add(start);
  const path = [{ service: start, next: 0 }];
  for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
    const to = graph.get(at.service)?.[at.next];
    at.next += 1;
    if (to === undefined) {
      left.push(at.service);
      path.pop();
    } else if (!seen.has(to)) {
      seen.add(to);
      path.push({ service: to, next: 0 });
    }
  }
  return left;
}
