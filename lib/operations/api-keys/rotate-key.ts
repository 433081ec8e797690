import { projectsAllowed } from "@/lib/auth/grants/permission";
import { projectOf } from "@/lib/auth/keys/issue-key";
import { rotateKey as newSecret } from "@/lib/auth/keys/rotate-key";
import { invalid } from "@/lib/errors";
import { notFound } from "@/lib/operations/rows/not-found";
import { findRow, readRecord } from "@/lib/operations/rows/read-record";
import { changesOf } from "@/lib/operations/transaction/changes";
import type { Context } from "@/lib/operations/transaction/context";
import { transactionOf } from "@/lib/operations/transaction/in-transaction";
import { recordAccess } from "@/lib/operations/transaction/log-access";
import { apiKey } from "@/lib/resources/settings/api-key";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import { faultAt } from "@/lib/schema/pointer";
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
    throw invalid([faultAt(["data"], "data", "must be an object such as {overlapMinutes: 60}")]);
  }
  return context.store.write(async (writer) => {
    const row = await findRow(writer, apiKey, id, projects);
    if (row === undefined) throw notFound(apiKey, id);
    const transaction = transactionOf(context, writer);
    const now = new Date(transaction.now);
    const { key, columns } = newSecret({ caller: context.caller, row, data: asked, now });
    await changesOf(writer, context, context.channel, transaction.now).update(apiKey, row, columns);
    const about = { keyId: id, projectId: projectOf(row) };
    await recordAccess(writer, context, { event: "key_rotated", ...about });
    const { record } = await readRecord(writer, apiKey, id);
    return { ...record, key };
  });
}
