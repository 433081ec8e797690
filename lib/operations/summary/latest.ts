import { includesProject } from "@/lib/auth/grants/permission";
import type { Latest } from "@/lib/contract/summary";
import { visibilityOrNone } from "@/lib/operations/access/visibility";
import { listRecords } from "@/lib/operations/record/list";
import type { Context } from "@/lib/operations/transaction/context";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";

interface Ask {
  readonly query: JsonObject;
  readonly select: JsonObject;
  readonly sort?: JsonObject;
  readonly limit: number;
}

/**
 * Returns the first records of a query, newest first by default; null if the caller may not read
 * them. Long values are null.
 */
export async function latest(
  context: Context,
  resource: Resource,
  ask: Ask,
): Promise<Latest | null> {
  const visibility = visibilityOrNone(context, resource);
  if (!visibility || !includesProject(visibility.projects, String(ask.query.projectId)))
    return null;
  const { data } = await listRecords(context, resource, {
    ...ask,
    ...{ skip: 0, count: "none", leavesOutLong: true },
  });
  return { data, query: ask.query };
}
