import { type Fault, invalid } from "@/lib/errors";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { readSelect } from "@/lib/schema/select";
import type { Context } from "./context";
import { notFound } from "./not-found";
import { columnsFor, presentRows } from "./present";
import { both, queryScope, readReach } from "./reach";

export interface GetReply {
  readonly record: Row;
  /** Absent when the reply holds fields of other records, whose changes it would not show. */
  readonly version?: number;
}

/** One record the caller may read. Throws 403, 400 with every fault, or 404. */
export async function getRecord(
  context: Context,
  resource: Resource,
  id: string,
  select?: JsonValue,
): Promise<GetReply> {
  const reach = readReach(context, resource);
  const faults: Fault[] = [];
  const selection = readSelect(reach.resource, select, queryScope(context), faults);
  if (faults.length > 0) throw invalid(faults);
  const byId = { op: "eq", column: "_id", value: id } as const;
  const rows = await context.store.reader.find(reach.resource, {
    projects: reach.projects,
    filter: both(reach.filter, byId) ?? byId,
    columns: columnsFor(selection, ["version"]),
    limit: 1,
  });
  const version = Number(rows[0]?.version);
  const [record] = await presentRows(context.store.reader, rows, selection);
  if (record === undefined) throw notFound(resource, id);
  return selection.hasNested ? { record } : { record, version };
}
