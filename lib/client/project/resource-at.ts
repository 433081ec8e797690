import { resourceAt } from "@/lib/resources/index";
import { accessLog, accessLogOfProjects } from "@/lib/resources/system/access-log";
import { changeLog, changeLogOfProjects } from "@/lib/resources/system/change-log";
import type { Resource } from "@/lib/schema/resource";
import type { ProjectContext } from "./project";

/** The resource at a path that the page has already found to be one; throws for any other. */
export function knownResource(path: string): Resource {
  const resource = resourceAt(path);
  if (!resource) throw new Error(`There is no resource at ${path}.`);
  return resource;
}

/** A resource with the fields that this person is shown: some belong to owners of the deployment. */
export function visibleResource({ me }: ProjectContext, path: string): Resource {
  const resource = knownResource(path);
  // A person who may read the access log of no project reads their own events, in full.
  const readsOwnOnly =
    resource === accessLog && !me.projects.some(({ rights }) => rights[path]?.includes("read"));
  if (me.isDeploymentOwner || readsOwnOnly) return resource;
  return ofProjects.get(resource) ?? resource;
}

const ofProjects: ReadonlyMap<Resource, Resource> = new Map([
  [changeLog, changeLogOfProjects],
  [accessLog, accessLogOfProjects],
]);
