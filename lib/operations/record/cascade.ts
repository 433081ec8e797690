import { AppError } from "@/lib/errors";
import { orderedLists, placesOf } from "@/lib/operations/derived/ordered-lists";
import { closeGaps } from "@/lib/operations/derived/ordering";
import { removeProject } from "@/lib/operations/project-removal/remove-project";
import { rowsOneByOne } from "@/lib/operations/rows/read-record";
import { refersTo } from "@/lib/operations/rows/referrers";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { type Referrer, referrersOf } from "@/lib/resources/referrers";
import { project } from "@/lib/resources/settings/project";
import type { OnTargetDelete } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Patch, Row } from "@/lib/schema/row";
import type { Column } from "@/lib/schema/shape";

/**
 * Deletes a record and resolves the references to it within its project. Dependents are deleted,
 * other references cleared. Throws 409, naming the users of the record, if a reference must not be
 * lost. Effects on other records are logged with the channel `rule`.
 */
export async function removeWithDependents(
  transaction: Transaction,
  resource: Resource,
  row: Row,
): Promise<void> {
  if (resource === project) return await removeProject(transaction, row);
  const referrers = referrersOf(resource);
  for (const referrer of referrers) await assertNotUsed(transaction, resource, row, referrer);
  for (const referrer of referrers) await settle(transaction.as("rule"), row, referrer);
  await transaction.changes.remove(resource, row);
}

async function assertNotUsed(
  transaction: Transaction,
  target: Resource,
  row: Row,
  referrer: Referrer,
): Promise<void> {
  if (referrer.column.field.onTargetDelete !== "refuse") return;
  const where = usesOf(row, referrer);
  const uses = await transaction.writer.count(referrer.resource, where);
  if (uses === 0) return;
  const { name, plural } = referrer.resource;
  throw new AppError(
    "conflict",
    `This ${target.name} is in use by ${uses} ${uses === 1 ? name : plural} (${referrer.column.name}). Give ${uses === 1 ? "it" : "them"} another first.`,
  );
}

async function settle(transaction: Transaction, row: Row, referrer: Referrer): Promise<void> {
  const act = settlements[referrer.column.field.onTargetDelete ?? "keep"];
  if (act === undefined) return;
  const { resource, column } = referrer;
  const isOrdered = act === remove && orderedLists(resource).length > 0;
  const deleted: Row[] = [];
  for await (const user of rowsOneByOne(transaction.writer, resource, usesOf(row, referrer))) {
    await act(transaction, referrer, user, row);
    if (isOrdered) deleted.push(placesOf(resource, user));
  }
  await closeGaps(transaction, resource, deleted, column.name);
}

type Settle = (
  transaction: Transaction,
  referrer: Referrer,
  user: Row,
  target: Row,
) => Promise<void>;

const remove: Settle = (transaction, { resource }, user) =>
  removeWithDependents(transaction, resource, user);

const settlements: Partial<Record<OnTargetDelete, Settle>> = {
  remove,
  clear: async (transaction, { resource, column }, user, target) => {
    await transaction.changes.update(resource, user, cleared(column, user, target));
  },
};

function cleared(column: Column, user: Row, target: Row): Patch {
  const held: JsonValue = user[column.name] ?? null;
  const rest = Array.isArray(held) ? held.filter((id) => id !== target._id) : null;
  return { [column.name]: rest };
}

/** References are resolved within the target's project only. The same id elsewhere is unrelated. */
function usesOf(target: Row, { column }: Referrer) {
  const filter = refersTo(column, String(target._id));
  const { projectId } = target;
  return { projects: typeof projectId === "string" ? [projectId] : ("all" as const), filter };
}
