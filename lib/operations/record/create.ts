import { includesProject, refusalDetails } from "@/lib/auth/grants/permission";
import { AppError } from "@/lib/errors";
import { writableProjects } from "@/lib/operations/access/visibility";
import { deriveBeforeCreate, settleAfterCreate } from "@/lib/operations/derived/derived";
import { newRow } from "@/lib/operations/rows/new-row";
import { readRecord } from "@/lib/operations/rows/read-record";
import { rulesOf } from "@/lib/operations/rules";
import { changesOf } from "@/lib/operations/transaction/changes";
import type { Context } from "@/lib/operations/transaction/context";
import { transactionOf } from "@/lib/operations/transaction/in-transaction";
import type { Projects } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import { checkData } from "@/lib/schema/record/check-data";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Idempotency, storedReply, storeReply } from "./idempotency";
import { checkReferences } from "./references";
import { checkProject } from "./register-project";
import { hashSecrets } from "./secrets";

export interface CreateReply {
  readonly record: Row;
  readonly version: number;
  /** True for the stored reply to an earlier request with the same key. */
  readonly replayed?: boolean;
}

/**
 * Creates a record and returns it like a get. Throws 401 if the caller's key or session ended while
 * a secret was hashed; 403; 400 with every fault; 404 for a deleted project; 409 if the project is
 * being deleted, a unique value is in use, or the idempotency key was used with another body.
 */
export async function createRecord(
  asked: Context,
  resource: Resource,
  data: JsonValue | undefined,
  idempotency?: Idempotency,
): Promise<CreateReply> {
  const askedProjects = writableProjects(asked, resource, "create");
  const sent = { ...checkData(resource, data, "create") };
  refuseOutside(askedProjects, resource, sent);
  const rules = rulesOf(resource.path);
  await rules.prepare?.(asked, sent);
  const context = await hashSecrets(asked, resource, sent);
  const projects = writableProjects(context, resource, "create");
  refuseOutside(projects, resource, sent);
  return context.store.write(async (writer) => {
    const kept = await storedReply(context, writer, resource, idempotency);
    if (kept) return kept;
    const transaction = transactionOf(context, writer);
    const row = newRow(context, resource, sent, transaction.now);
    await checkProject(transaction, projects, row);
    await checkReferences(transaction, resource, row);
    await rules.beforeCreate?.(transaction, row);
    await deriveBeforeCreate(transaction, resource, row);
    await changesOf(writer, context, context.channel, transaction.now).create(resource, row);
    await settleAfterCreate(transaction, resource, row);
    await rules.afterCreate?.(transaction, row);
    const stored = await readRecord(writer, resource, String(row._id));
    const record = rules.shownOnce?.(stored.record, sent) ?? stored.record;
    const reply = { record, version: stored.version };
    await storeReply(context, writer, resource, reply, idempotency);
    return reply;
  });
}

/** Throws 403 unless the caller may write in the record's project. */
function refuseOutside(projects: Projects, resource: Resource, sent: Row): void {
  if (projects === "all") return;
  const { projectId } = sent;
  if (typeof projectId === "string" && includesProject(projects, projectId)) return;
  throw new AppError(
    "forbidden",
    typeof projectId === "string"
      ? `This caller may not create a ${resource.name} in the project ${projectId}.`
      : `This caller may not create a ${resource.name} outside its own project.`,
    refusalDetails(resource, "create", typeof projectId === "string" ? projectId : undefined),
  );
}
