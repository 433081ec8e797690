import { projectsAllowed } from "@/lib/auth/grants/permission";
import { rulesOf } from "@/lib/operations/rules";
import type { Context } from "@/lib/operations/transaction/context";
import { resourceAt } from "@/lib/resources";
import type { Filter, Projects } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import type { QueryScope } from "@/lib/schema/query/query";
import type { Resource, Right } from "@/lib/schema/resource";

/** The records of a resource that one caller may read. */
export interface Visibility {
  /** The definition visible to this caller, which may lack fields. */
  readonly resource: Resource;
  readonly projects: Projects;
  /** Condition on the records in addition to the caller's query. */
  readonly filter?: Filter;
}

/** Returns the caller's visibility of a resource. Throws 403 if they may read nothing. */
export function visibilityOf(context: Context, resource: Resource): Visibility {
  const { visibility } = rulesOf(resource.path);
  if (!visibility) return { resource, projects: projectsAllowed(context.caller, resource, "read") };
  return visibility(context.caller, resource);
}

/** Returns the caller's visibility for the query of a list or a count. */
export async function visibilityFor(
  context: Context,
  resource: Resource,
  query: JsonValue | undefined,
): Promise<Visibility> {
  const own = await rulesOf(resource.path).visibilityFor?.(context, query);
  return own ?? visibilityOf(context, resource);
}

/**
 * Returns the projects where the caller may try to write records of a resource. Throws 403 if there
 * are none.
 */
export function writableProjects(
  { caller }: Context,
  resource: Resource,
  right: Exclude<Right, "read">,
): Projects {
  return rulesOf(resource.path).writing?.(caller) ?? projectsAllowed(caller, resource, right);
}

/** Returns the context for parsing this caller's queries and selections of related resources. */
export function queryScope(context: Context): QueryScope {
  return {
    resolve: resourceAt,
    readableProjects: (related) => visibilityOf(context, related).projects,
  };
}

/** Returns the conjunction of two conditions, either of which may be absent. */
export function both(one: Filter | undefined, other: Filter | undefined): Filter | undefined {
  if (one === undefined) return other;
  return other === undefined ? one : { op: "and", filters: [one, other] };
}
