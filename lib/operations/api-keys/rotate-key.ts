import { projectsAllowed } from "@/lib/auth/grants/permission";
import { projectOf } from "@/lib/auth/keys/issue-key";
import { rotateKey as newSecret } from "@/lib/auth/keys/rotate-key";
import { invalid } from "@/lib/errors";
import { findRow, notFound, readRecord } from "@/lib/operations/rows/read-record";
import { changedMeanwhile } from "@/lib/operations/transaction/changes";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { apiKey } from "@/lib/resources/settings/api-key";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import { fieldFault } from "@/lib/schema/pointer";
import type { Row } from "@/lib/schema/row";

/**
 * Gives a key a new secret and returns the record with the secret as `key`, and its version. The
 * old secret works until the overlap in `data` ends; the one before it ends at once. Throws 403,
 * 404, 400, 409 for a key that no longer works, or 412 if `ifVersion` is not the key's version.
 */
export async function rotateKey(
  context: Context,
  id: string,
  data: JsonValue | undefined,
  ifVersion?: number,
): Promise<{ readonly record: Row; readonly version: number }> {
  const projects = projectsAllowed(context.caller, apiKey, "update");
  const asked = data ?? {};
  if (!isJsonObject(asked)) {
    throw invalid([fieldFault("data", "must be an object such as {overlapMinutes: 60}")]);
  }
  return inTransaction(context, async (tx) => {
    const { writer } = tx;
    const row = await findRow(writer, apiKey, id, projects);
    if (row === undefined) throw notFound(apiKey, id);
    if (ifVersion !== undefined && ifVersion !== row.version) throw changedMeanwhile(apiKey);
    const now = new Date(tx.now);
    const { key, columns } = newSecret({ caller: context.caller, row, data: asked, now });
    await tx.changes.update(apiKey, row, columns);
    const about = { keyId: id, projectId: projectOf(row) };
    await tx.logAccess({ event: "key_rotated", ...about });
    const { record, version } = await readRecord(writer, apiKey, id);
    return { record: { ...record, key }, version };
  });
}
