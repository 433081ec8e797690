import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";

/** Returns the resource of a console page, from the page's path and the base path of the project. */
export function resourceInPath(path: string, base: string): Resource | undefined {
  const [segment = ""] = path.slice(base.length + 1).split("/");
  return resourceAt(segment);
}

/** Returns the record of a console page, from the page's path and the base path of the project. */
export function recordInPath(
  path: string,
  base: string,
): { readonly resource: Resource; readonly id: string } | undefined {
  const resource = resourceInPath(path, base);
  const [, id = ""] = path.slice(base.length + 1).split("/");
  return resource && /^[0-9a-f-]{36}$/i.test(id) ? { resource, id } : undefined;
}
