import { includesProject, refusalDetails } from "@/lib/auth/grants/permission";
import { AppError } from "@/lib/errors";
import { writableProjects } from "@/lib/operations/access/visibility";
import { newRow } from "@/lib/operations/rows/new-row";
import { readRecord, serializeRecord } from "@/lib/operations/rows/read-record";
import { rulesOf } from "@/lib/operations/rules";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { projectOfNew } from "@/lib/operations/transaction/written-project";
import { definitionOf } from "@/lib/resources";
import type { Projects } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import { checkData } from "@/lib/schema/record/check-data";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { creation, withEffects } from "./effects";
import { type Idempotency, storedReply, storeReply } from "./idempotency";
import { hashSecrets } from "./secrets";

export interface CreateReply {
  readonly record: Row;
  readonly version: number;
  /** True for the stored reply to an earlier request with the same key. */
  readonly replayed?: boolean;
}

/**
 * Creates a record and returns it like a get. `resource` has the fields that the caller may send and
 * sees. Throws 401 if the caller's key or session ended while the write waited; 403; 400 with every
 * fault; 404 for a deleted project; 409 if the project is being deleted, a unique value is in use, or
 * the idempotency key was used with another body.
 */
export async function createRecord(
  context: Context,
  resource: Resource,
  data: JsonValue | undefined,
  idempotency?: Idempotency,
): Promise<CreateReply> {
  const ready = await prepareCreate(context, resource, data);
  return inTransaction(ready.context, (tx) => createIn(tx, ready, idempotency), {
    project: projectOfNew(resource, ready.sent.projectId),
  });
}

/** A create that may begin its transaction: checked, and with hashed secrets. */
export interface ReadyCreate {
  readonly context: Context;
  readonly resource: Resource;
  /** The resource with the fields that the reply shows. */
  readonly shown: Resource;
  readonly sent: Row;
  /** The projects where the caller may create. */
  readonly projects: Projects;
}

/** Does the part of a create before its transaction. Throws 401, 403, or 400 with every fault. */
export async function prepareCreate(
  context: Context,
  resource: Resource,
  data: JsonValue | undefined,
): Promise<ReadyCreate> {
  const projects = writableProjects(context, resource, "create");
  const sent = { ...checkData(resource, data, "create") };
  assertMayCreateIn(projects, resource, sent);
  await rulesOf(resource.path).prepare?.(context, sent);
  await hashSecrets(context, resource, sent);
  return { context, resource: definitionOf(resource), shown: resource, sent, projects };
}

/** Creates a record in an open transaction. Throws like `createRecord`. */
export async function createIn(
  tx: Transaction,
  { resource, shown, sent, projects }: ReadyCreate,
  idempotency?: Idempotency,
): Promise<CreateReply> {
  const kept = await storedReply(tx, resource, idempotency);
  if (kept) return kept;
  const row = newRow(tx.context, resource, sent, tx.now);
  const hasNewId = (sent._id ?? null) === null;
  await withEffects(tx, creation, { resource, row, hasNewId, projects });
  const stored = await storedRecord(tx, shown, row);
  const record = rulesOf(resource.path).shownOnce?.(stored.record, sent) ?? stored.record;
  const reply = { record, version: stored.version };
  await storeReply(tx, resource, reply, idempotency);
  return reply;
}

/**
 * Returns a created record like a get, and its version. The written row says what a get would, so
 * the record is read only if a rule has changed it since.
 */
async function storedRecord({ writer, changes }: Transaction, resource: Resource, row: Row) {
  const version = changes.versionOf(resource, String(row._id));
  if (version === undefined || version !== row.version)
    return readRecord(writer, resource, String(row._id));
  return { record: await serializeRecord(writer, resource, row), version };
}

/** Throws 403 unless the caller may write in the record's project. */
function assertMayCreateIn(projects: Projects, resource: Resource, sent: Row): void {
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
