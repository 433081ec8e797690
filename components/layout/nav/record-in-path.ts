import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";

/** The record a page of the console is about, by the page's path and where the project's pages begin. */
export function recordInPath(
  path: string,
  base: string,
): { readonly resource: Resource; readonly id: string } | undefined {
  const [segment = "", id = ""] = path.slice(base.length + 1).split("/");
  const resource = resourceAt(segment);
  return resource && /^[0-9a-f-]{36}$/i.test(id) ? { resource, id } : undefined;
}
