import { changeLog, changeLogOfProjects } from "@/lib/resources/change-log";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import type { Place } from "./project";

/** The resource at a path that the page has already found to be one; throws for any other. */
export function knownResource(path: string): Resource {
  const resource = resourceAt(path);
  if (!resource) throw new Error(`There is no resource at ${path}.`);
  return resource;
}

/** A resource with the fields that this person is shown: some belong to who owns the deployment. */
export function seenResource({ me }: Place, path: string): Resource {
  const resource = knownResource(path);
  return resource === changeLog && !me.isDeploymentOwner ? changeLogOfProjects : resource;
}
