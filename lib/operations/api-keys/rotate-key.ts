import { projectsAllowed } from "@/lib/auth/grants/permission";
import { projectOf } from "@/lib/auth/keys/issue-key";
import { rotateKey as newSecret } from "@/lib/auth/keys/rotate-key";
import { invalid } from "@/lib/errors";
import { findRow, notFound, readRecord } from "@/lib/operations/rows/read-record";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { apiKey } from "@/lib/resources/settings/api-key";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import { fieldFault } from "@/lib/schema/pointer";
import type { Row } from "@/lib/schema/row";

/**
 * Gives a key a new secret and returns the record with the secret as `key`. The old secret works
 * until the overlap in `data` ends. Throws 403, 404, 400, or 409 for a key that no longer works.
 */
export async function rotateKey(
  context: Context,
  id: string,
  data: JsonValue | undefined,
): Promise<Row> {
  const projects = projectsAllowed(context.caller, apiKey, "update");
  const asked = data ?? {};
  if (!isJsonObject(asked)) {
    throw invalid([fieldFault("data", "must be an object such as {overlapMinutes: 60}")]);
  }
  return inTransaction(context, async (tx) => {
    const { writer } = tx;
    const row = await findRow(writer, apiKey, id, projects);
    if (row === undefined) throw notFound(apiKey, id);
    const now = new Date(tx.now);
    const { key, columns } = newSecret({ caller: context.caller, row, data: asked, now });
    await tx.changes.update(apiKey, row, columns);
    const about = { keyId: id, projectId: projectOf(row) };
    await tx.logAccess({ event: "key_rotated", ...about });
    const { record } = await readRecord(writer, apiKey, id);
    return { ...record, key };
  });
}
