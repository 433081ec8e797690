import { AppError } from "@/lib/errors";
import { writableProjects } from "@/lib/operations/access/visibility";
import { writableRecord } from "@/lib/operations/access/writable-record";
import { changedMeanwhile } from "@/lib/operations/transaction/changes";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import type { Draft, Transaction } from "@/lib/operations/transaction/transaction";
import { projectOfStored } from "@/lib/operations/transaction/written-project";
import { definitionOf } from "@/lib/resources";
import type { JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import { checkData } from "@/lib/schema/record/check-data";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { updating, withEffects } from "./effects";
import { hashSecrets, withoutUnreadSecrets } from "./secrets";

/**
 * Updates fields of one record and returns the new version; without a difference nothing is written.
 * `sendable` has the fields that the caller may send. Throws 401 if the caller's key or session ended
 * meanwhile, 403, 400 with every fault, 404, 409, or 412 if `ifVersion` is not the record's version.
 */
export async function updateRecord(
  context: Context,
  sendable: Resource,
  id: string,
  data: JsonValue | undefined,
  ifVersion?: number,
): Promise<{ readonly version: number }> {
  const resource = definitionOf(sendable);
  const projects = writableProjects(context, resource, "update");
  const sent = withoutUnreadSecrets(resource, checkData(sendable, data, "update"));
  await hashSecrets(context, resource, sent);
  const update = async (tx: Transaction) => {
    const before = await writableRecord(tx, resource, id, projects);
    if (ifVersion !== undefined && ifVersion !== before.version) throw changedMeanwhile(resource);
    const patch = changed(resource, before, sent);
    assertNotMoved(resource, patch);
    if (Object.keys(patch).length === 0) return { version: Number(before.version) };
    const { after } = await withEffects(tx, updating, { resource, before, patch, sent });
    // A rule may have changed the record again.
    return { version: tx.changes.versionOf(resource, id) ?? Number(after.version) };
  };
  const project = await projectOfStored(context, resource, id);
  return inTransaction(context, update, { project });
}

/**
 * Returns the values that differ from the record. A new secret always differs, because it cannot be
 * compared.
 */
function changed(resource: Resource, before: Row, sent: Row): Draft {
  const { byColumn } = shapeOf(resource);
  const entries = Object.entries(sent).filter(([name, value]) => {
    const field = byColumn.get(name)?.field;
    const isSecret = field !== undefined && kindOf(field).isSecret;
    return (isSecret && value !== null) || !isSame(value, before[name] ?? null);
  });
  return Object.fromEntries(entries);
}

/** The order of keys counts, because objects are stored with the order sent. */
function isSame(one: JsonValue, other: JsonValue): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function assertNotMoved(resource: Resource, patch: Row): void {
  if (patch.projectId === undefined) return;
  throw new AppError(
    "forbidden",
    `${resource.plural} stay in their project: leave projectId out, or send the one it has.`,
  );
}
