import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";

/** The resource at a path that the page has already found to be one; throws for any other. */
export function knownResource(path: string): Resource {
  const resource = resourceAt(path);
  if (!resource) throw new Error(`There is no resource at ${path}.`);
  return resource;
}
