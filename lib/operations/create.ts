import { mayReach, refusalDetails } from "@/lib/auth/permission";
import { AppError } from "@/lib/errors";
import { checkData } from "@/lib/schema/check-data";
import type { Projects } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { changesOf } from "./changes";
import type { Context } from "./context";
import { deriveBeforeCreate, settleAfterCreate } from "./derived";
import { type Idempotency, keepReply, replyKept } from "./idempotency";
import { momentOf } from "./moment";
import { newRow } from "./new-row";
import { writableProjects } from "./reach";
import { readWhole } from "./read-whole";
import { checkReferences } from "./references";
import { checkProject } from "./register-project";
import { rulesOf } from "./rules";
import { hashSecrets } from "./secrets";

export interface CreateReply {
  readonly record: Row;
  readonly version: number;
  /** The answer to an earlier request with the same key. */
  readonly replayed?: boolean;
}

/**
 * Stores a new record and answers it as a get would. Throws 401 when the caller's key or session ended while a secret
 * was hashed; 403; 400 with every fault; 404 when the project is gone; 409 when it is being deleted, a value that must
 * be unique is taken, or the idempotency key was used with another body.
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
    const kept = await replyKept(context, writer, resource, idempotency);
    if (kept) return kept;
    const moment = momentOf(context, writer);
    const row = newRow(context, resource, sent, moment.now);
    await checkProject(moment, projects, row);
    await checkReferences(moment, resource, row);
    await rules.beforeCreate?.(moment, row);
    await deriveBeforeCreate(moment, resource, row);
    await changesOf(writer, context, context.channel, moment.now).create(resource, row);
    await settleAfterCreate(moment, resource, row);
    await rules.afterCreate?.(moment, row);
    const stored = await readWhole(writer, resource, String(row._id));
    const record = rules.shownOnce?.(stored.record, sent) ?? stored.record;
    const reply = { record, version: stored.version };
    await keepReply(context, writer, resource, reply, idempotency);
    return reply;
  });
}

/** A record can only be put where its writer may write. */
function refuseOutside(projects: Projects, resource: Resource, sent: Row): void {
  if (projects === "all") return;
  const { projectId } = sent;
  if (typeof projectId === "string" && mayReach(projects, projectId)) return;
  throw new AppError(
    "forbidden",
    typeof projectId === "string"
      ? `This caller may not create a ${resource.name} in the project ${projectId}.`
      : `This caller may not create a ${resource.name} outside its own project.`,
    refusalDetails(resource, "create", typeof projectId === "string" ? projectId : undefined),
  );
}
