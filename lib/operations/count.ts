import { type Fault, invalid } from "@/lib/errors";
import type { JsonValue } from "@/lib/schema/json";
import { readQuery } from "@/lib/schema/query";
import type { Resource } from "@/lib/schema/resource";
import type { Context } from "./context";
import { both, queryScope, readReachFor } from "./reach";

/** The number of records the caller may read that match. Throws 403, or 400 with every fault. */
export async function countRecords(
  context: Context,
  resource: Resource,
  query?: JsonValue,
): Promise<number> {
  const reach = await readReachFor(context, resource, query);
  const faults: Fault[] = [];
  const asked = readQuery(reach.resource, query, queryScope(context), faults);
  if (faults.length > 0) throw invalid(faults);
  const filter = both(reach.filter, asked);
  return context.store.reader.count(reach.resource, {
    projects: reach.projects,
    ...(filter && { filter }),
  });
}
