import { monitor } from "@/lib/resources/monitoring/monitor";
import type { Resource } from "@/lib/schema/resource";

/** Names of computed columns by the path of their resource. No field has such a name. */
const names: Readonly<Record<string, string>> = { [monitor.path]: "uptime" };

/** Returns the name of the computed column of a resource's lists; undefined without one. */
export function computedColumn({ path }: Pick<Resource, "path">): string | undefined {
  return names[path];
}
