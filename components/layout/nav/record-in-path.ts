import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";

/** Returns the record of a console page, from the page's path and the base path of the project. */
export function recordInPath(
  path: string,
  base: string,
): { readonly resource: Resource; readonly id: string } | undefined {
  const [segment = "", id = ""] = path.slice(base.length + 1).split("/");
  const resource = resourceAt(segment);
  return resource && /^[0-9a-f-]{36}$/i.test(id) ? { resource, id } : undefined;
}
