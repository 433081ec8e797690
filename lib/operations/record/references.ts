import { type Fault, invalid } from "@/lib/errors";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { resourceAt } from "@/lib/resources";
import { faultAt } from "@/lib/schema/pointer";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Column, shapeOf } from "@/lib/schema/shape";

/**
 * Under strict references, throws 400 with every id that is not a record of the row's project. An
 * id of another project and an unknown id are refused alike.
 */
export async function checkReferences(
  transaction: Transaction,
  resource: Resource,
  row: Row,
): Promise<void> {
  if (transaction.context.policy.references === "loose") return;
  // A deployment owner creates records without being a member of the project.
  const columns = shapeOf(resource).columns.filter(({ field }) => field.writtenBy !== "server");
  const faults = await Promise.all(columns.map((column) => faultsOf(transaction, column, row)));
  if (faults.flat().length > 0) throw invalid(faults.flat());
}

async function faultsOf(transaction: Transaction, column: Column, row: Row): Promise<Fault[]> {
  const missing = await missingIds(transaction, column, row);
  return missing.map((id) => {
    const problem = `must be the id of a record of this project (${resourceAt(column.field.to ?? "")?.name}); ${id} is none`;
    return faultAt(["data", column.name], column.name, problem);
  });
}

async function missingIds(transaction: Transaction, column: Column, row: Row): Promise<string[]> {
  const value = row[column.name] ?? null;
  const target = column.field.to === undefined ? undefined : resourceAt(column.field.to);
  const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === "string");
  if (target === undefined || ids.length === 0 || column.name === "projectId") return [];
  const found = await transaction.writer.find(target, {
    projects: typeof row.projectId === "string" ? [row.projectId] : "all",
    filter: { op: "in", column: "_id", values: ids },
    columns: ["_id"],
  });
  const known = new Set(found.map((record) => record._id));
  return ids.filter((id) => !known.has(id));
}
