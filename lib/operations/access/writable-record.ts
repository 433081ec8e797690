import { findRows, notFound } from "@/lib/operations/rows/read-record";
import { rulesOf } from "@/lib/operations/rules";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import type { Projects } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { both } from "./visibility";

/**
 * Returns a record of `projects` with every column, for a write. Throws 404 if there is none, or if
 * the rules of the resource hide it from the caller: no later refusal then reveals that it exists.
 */
export async function writableRecord(
  { writer, context }: Transaction,
  resource: Resource,
  id: string,
  projects: Projects,
): Promise<Row> {
  const hides = rulesOf(resource.path).visibility?.(context.caller, resource).filter;
  const filter = both(hides, { op: "eq", column: "_id", value: id });
  const ask = { projects, limit: 1, ...(filter && { filter }) };
  const [row] = await findRows(writer, resource, ask);
  if (row === undefined) throw notFound(resource, id);
  return row;
}
