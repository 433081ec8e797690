import { isAppError } from "@/lib/errors";
import type { Context } from "@/lib/operations/transaction/context";
import type { Projects } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import { type Visibility, visibilityOf } from "./visibility";

/** Returns the caller's visibility of a resource; undefined if they may read nothing. */
export function visibilityOrNone(context: Context, resource: Resource): Visibility | undefined {
  try {
    return visibilityOf(context, resource);
  } catch (error) {
    if (isAppError(error) && error.code === "forbidden") return undefined;
    throw error;
  }
}

/** Returns `projects` restricted to one project; unchanged without one. */
export function within(projects: Projects, projectId: string | undefined): Projects {
  if (projectId === undefined) return projects;
  return projects === "all" || projects.includes(projectId) ? [projectId] : [];
}
