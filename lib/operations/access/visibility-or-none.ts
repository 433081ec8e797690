import { isAppError } from "@/lib/errors";
import type { Context } from "@/lib/operations/transaction/context";
import type { Projects } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import { type Visibility, visibilityOf } from "./visibility";

/** Where and what the caller may read of a resource; undefined when nothing. */
export function visibilityOrNone(context: Context, resource: Resource): Visibility | undefined {
  try {
    return visibilityOf(context, resource);
  } catch (error) {
    if (isAppError(error) && error.code === "forbidden") return undefined;
    throw error;
  }
}

/** Those of `projects` that are this one; all of them without one. */
export function within(projects: Projects, projectId: string | undefined): Projects {
  if (projectId === undefined) return projects;
  return projects === "all" || projects.includes(projectId) ? [projectId] : [];
}
