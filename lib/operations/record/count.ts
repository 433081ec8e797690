import { type Fault, invalid } from "@/lib/errors";
import { both, queryScope, visibilityFor } from "@/lib/operations/access/visibility";
import type { Context } from "@/lib/operations/transaction/context";
import type { JsonValue } from "@/lib/schema/json";
import { readQuery } from "@/lib/schema/query/query";
import type { Resource } from "@/lib/schema/resource";
import type { PreparedCount } from "@/lib/store/port/prepared";

/** Returns the number of readable matching records. Throws 403, or 400 with every fault. */
export async function countRecords(
  context: Context,
  resource: Resource,
  query?: JsonValue,
): Promise<number> {
  return await (await prepareCount(context, resource, query)).count();
}

/**
 * Prepares the same and throws the same. The result may be used while the caller has the same
 * rights.
 */
export async function prepareCount(
  context: Context,
  resource: Resource,
  query?: JsonValue,
): Promise<PreparedCount> {
  const visibility = await visibilityFor(context, resource, query);
  const faults: Fault[] = [];
  const asked = readQuery(visibility.resource, query, queryScope(context), faults);
  if (faults.length > 0) throw invalid(faults);
  const filter = both(visibility.filter, asked);
  return context.store.reader.prepareCount(visibility.resource, {
    projects: visibility.projects,
    ...(filter && { filter }),
  });
}
