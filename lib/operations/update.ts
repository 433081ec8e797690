import { AppError } from "@/lib/errors";
import { checkData } from "@/lib/schema/check-data";
import type { JsonValue } from "@/lib/schema/json";
import { unreadableKinds } from "@/lib/schema/operators";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { changedMeanwhile, changesOf } from "./changes";
import type { Context } from "./context";
import { deriveBeforeUpdate, settleAfterUpdate } from "./derived";
import { transactionOf } from "./moment";
import { notFound } from "./not-found";
import { writableProjects } from "./reach";
import { findRow, versionOf } from "./read-whole";
import { checkReferences } from "./references";
import { rulesOf } from "./rules";
import type { Draft } from "./rules/rules";
import { hashSecrets, withoutUnreadSecrets } from "./secrets";

/**
 * Changes fields of one record and answers its version then; nothing moves when nothing differs. Throws
 * 401 when the caller's key or session ended while a secret was hashed, 403, 400 with every fault, 404, 409, or 412 when `ifVersion` is not the record's version.
 */
export async function updateRecord(
  asked: Context,
  resource: Resource,
  id: string,
  data: JsonValue | undefined,
  ifVersion?: number,
): Promise<{ readonly version: number }> {
  writableProjects(asked, resource, "update");
  const sent = withoutUnreadSecrets(resource, checkData(resource, data, "update"));
  const rules = rulesOf(resource.path);
  const context = await hashSecrets(asked, resource, sent);
  const projects = writableProjects(context, resource, "update");
  return context.store.write(async (writer) => {
    const before = await findRow(writer, resource, id, projects);
    if (before === undefined) throw notFound(resource, id);
    if (ifVersion !== undefined && ifVersion !== before.version) throw changedMeanwhile(resource);
    const patch = changed(resource, before, sent);
    refuseMove(resource, patch);
    if (Object.keys(patch).length === 0) return { version: Number(before.version) };
    const transaction = transactionOf(context, writer);
    await checkReferences(transaction, resource, { projectId: before.projectId ?? null, ...patch });
    await rules.beforeUpdate?.(transaction, before, patch);
    await deriveBeforeUpdate(transaction, resource, before, patch);
    const changes = changesOf(writer, context, context.channel, transaction.now);
    const after = await changes.update(resource, before, patch);
    await settleAfterUpdate(transaction, resource, before, after);
    await rules.afterUpdate?.(transaction, before, after);
    // A rule may have moved it on.
    return { version: (await versionOf(writer, resource, id)) ?? Number(after.version) };
  });
}

/** What differs from the record; a new secret always does, since it cannot be compared. */
function changed(resource: Resource, before: Row, sent: Row): Draft {
  const { byColumn } = shapeOf(resource);
  const entries = Object.entries(sent).filter(([name, value]) => {
    const kind = byColumn.get(name)?.field.kind;
    const isSecret = kind !== undefined && unreadableKinds.has(kind);
    return (isSecret && value !== null) || !isSame(value, before[name] ?? null);
  });
  return Object.fromEntries(entries);
}

/** Keys in another order make another value: they are kept in the order sent. */
function isSame(one: JsonValue, other: JsonValue): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function refuseMove(resource: Resource, patch: Row): void {
  if (patch.projectId === undefined) return;
  throw new AppError(
    "forbidden",
    `${resource.plural} stay in their project: leave projectId out, or send the one it has.`,
  );
}
