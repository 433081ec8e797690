import { projectsAllowed } from "@/lib/auth/grants/permission";
import { rulesOf } from "@/lib/operations/rules";
import type { Context } from "@/lib/operations/transaction/context";
import { resourceAt } from "@/lib/resources";
import type { Filter, Projects } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import type { QueryScope } from "@/lib/schema/query/query";
import type { Resource, Right } from "@/lib/schema/resource";

/** A resource as one caller may read it. */
export interface Visibility {
  /** The definition this caller sees, which may lack fields. */
  readonly resource: Resource;
  readonly projects: Projects;
  /** What narrows the records further, whatever the caller asks for. */
  readonly filter?: Filter;
}

/** Where and what the caller may read of a resource. Throws a 403 when nothing. */
export function visibilityOf(context: Context, resource: Resource): Visibility {
  const { visibility } = rulesOf(resource.path);
  if (!visibility) return { resource, projects: projectsAllowed(context.caller, resource, "read") };
  return visibility(context.caller, resource);
}

/** The same for what a list or a count asks. */
export async function visibilityFor(
  context: Context,
  resource: Resource,
  query: JsonValue | undefined,
): Promise<Visibility> {
  const own = await rulesOf(resource.path).visibilityFor?.(context, query);
  return own ?? visibilityOf(context, resource);
}

/** Where the caller may try to write records of a resource. Throws a 403 when nowhere. */
export function writableProjects(
  { caller }: Context,
  resource: Resource,
  right: Exclude<Right, "read">,
): Projects {
  return rulesOf(resource.path).writing?.(caller) ?? projectsAllowed(caller, resource, right);
}

/** What reading this caller's queries and selects needs to know of related resources. */
export function queryScope(context: Context): QueryScope {
  return {
    resolve: resourceAt,
    readableProjects: (related) => visibilityOf(context, related).projects,
  };
}

/** Both conditions, either of which may be absent. */
export function both(one: Filter | undefined, other: Filter | undefined): Filter | undefined {
  if (one === undefined) return other;
  return other === undefined ? one : { op: "and", filters: [one, other] };
}
