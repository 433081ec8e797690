import type { Resource } from "@/lib/schema/resource";

/** The component name of the resource at a path; undefined when there is none there. */
export type Naming = (path: string) => string | undefined;

/** The name of a resource in the document: "SCIM Log" is `SCIMLog`. */
export function componentName({ name }: Resource): string {
  return name.replace(/[^A-Za-z0-9]+/g, "");
}

/** Names the resources of one document. */
export function namingOf(resources: ReadonlyMap<string, Resource>): Naming {
  return (path) => {
    const resource = resources.get(path);
    return resource && componentName(resource);
  };
}
