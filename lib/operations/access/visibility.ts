import { projectsAllowed } from "@/lib/auth/grants/permission";
import { isAppError } from "@/lib/errors";
import { rulesOf } from "@/lib/operations/rules";
import type { Context } from "@/lib/operations/transaction/context";
import type { Visibility } from "@/lib/operations/transaction/transaction";
import { resourceAt } from "@/lib/resources";
import type { Filter, Projects } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import type { QueryScope } from "@/lib/schema/query/query-place";
import type { Resource, Right } from "@/lib/schema/resource";

/** Returns the caller's visibility of a resource. Throws 403 if they may read nothing. */
export function visibilityOf(context: Context, resource: Resource): Visibility {
  const { visibility } = rulesOf(resource.path);
  if (!visibility) return { resource, projects: projectsAllowed(context.caller, resource, "read") };
  return visibility(context.caller, resource);
}

/** Returns the caller's visibility of a resource; undefined if they may read nothing. */
export function visibilityOrNone(context: Context, resource: Resource): Visibility | undefined {
  try {
    return visibilityOf(context, resource);
  } catch (error) {
    if (isAppError(error) && error.code === "forbidden") return undefined;
    throw error;
  }
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

/** Returns true if `visibilityFor` depends on the caller's rights alone, and not on records. */
export function dependsOnRightsAlone({ path }: Resource): boolean {
  return rulesOf(path).visibilityFor === undefined;
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
    readableFilter: (related) => visibilityOf(context, related).filter,
  };
}

/** Returns `projects` restricted to one project; unchanged without one. */
export function within(projects: Projects, projectId: string | undefined): Projects {
  if (projectId === undefined) return projects;
  return projects === "all" || projects.includes(projectId) ? [projectId] : [];
}

/** Returns the conjunction of two conditions, either of which may be absent. */
export function both(one: Filter | undefined, other: Filter | undefined): Filter | undefined {
  if (one === undefined) return other;
  return other === undefined ? one : { op: "and", filters: [one, other] };
}
