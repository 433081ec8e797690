import type { Resource } from "@/lib/schema/resource";

/** Returns the component name of the resource at a path; undefined if there is none. */
export type Naming = (path: string) => string | undefined;

/** Returns the name of a resource in the document: "SCIM Log" is `SCIMLog`. */
export function componentName({ name }: Resource): string {
  return name.replace(/[^A-Za-z0-9]+/g, "");
}

/** Returns the name of several records in the document: "SCIM Logs" is `SCIMLogs`. */
export function pluralName({ plural }: Resource): string {
  return plural.replace(/[^A-Za-z0-9]+/g, "");
}

/** Returns the names of the resources of one document. */
export function namingOf(resources: ReadonlyMap<string, Resource>): Naming {
  return (path) => {
    const resource = resources.get(path);
    return resource && componentName(resource);
  };
}
