import { resourceAt } from "@/lib/resources/index";
import { accessLog, accessLogOfProjects } from "@/lib/resources/system/access-log";
import { changeLog, changeLogOfProjects } from "@/lib/resources/system/change-log";
import type { Resource } from "@/lib/schema/resource";
import type { ProjectContext } from "./project";

/** Returns the resource at a path that the page has validated. Throws for any other path. */
export function knownResource(path: string): Resource {
  const resource = resourceAt(path);
  if (!resource) throw new Error(`There is no resource at ${path}.`);
  return resource;
}

/** Returns a resource with the fields that the current user may see. */
export function visibleResource({ me }: ProjectContext, path: string): Resource {
  const resource = knownResource(path);
  // A user who may read the access log of no project reads their own events, with all fields.
  const readsOwnOnly =
    resource === accessLog && !me.projects.some(({ rights }) => rights[path]?.includes("read"));
  if (me.isDeploymentOwner || readsOwnOnly) return resource;
  return ofProjects.get(resource) ?? resource;
}

const ofProjects: ReadonlyMap<Resource, Resource> = new Map([
  [changeLog, changeLogOfProjects],
  [accessLog, accessLogOfProjects],
]);
