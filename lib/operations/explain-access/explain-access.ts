import type { Caller } from "@/lib/auth/grants/caller";
import { everyProject } from "@/lib/auth/grants/caller";
import { includesProject, ownersOnly } from "@/lib/auth/grants/permission";
import { titlesIn } from "@/lib/auth/keys/issue-key";
import { activeMembershipsOf, callerOfUser } from "@/lib/auth/sessions/session-caller";
import type { AccessAnswer, AccessQuery } from "@/lib/contract/access";
import { writableProjects } from "@/lib/operations/access/visibility";
import { findRow, notFound } from "@/lib/operations/rows/read-record";
import { rulesOf } from "@/lib/operations/rules";
import type { Context } from "@/lib/operations/transaction/context";
import { apiKey } from "@/lib/resources/settings/api-key";
import { member } from "@/lib/resources/settings/member";
import { user } from "@/lib/resources/settings/user";
import type { Projects } from "@/lib/schema/filter";
import {
  ownerRole,
  rightOf,
  sufficientTitles,
  wholeDeployment,
} from "@/lib/schema/permission-titles";
import type { Resource } from "@/lib/schema/resource";

/**
 * Explains why an operation is permitted or denied. For a subject other than the caller, throws 403
 * unless the caller manages keys or members, and 404 for a key or user outside the projects where
 * they do. Only those projects count.
 */
export async function explainAccess(context: Context, ask: AccessQuery): Promise<AccessAnswer> {
  const subject = await subjectOf(context, ask);
  const { resource, operation, projectId } = ask;
  if (resource === wholeDeployment) return toDeployment(subject);
  const right = rightOf(operation);
  const sufficient = sufficientTitles(resource, right);
  const held = heldBy(subject, projectId);
  const refused = (reason: string, missing: string | null = null): AccessAnswer => ({
    ...{ allowed: false, decides: null, missing, sufficient, held, reason },
  });
  if (!resource.operations.includes(operation)) {
    return refused(`${resource.plural} have no operation "${operation}".`);
  }
  if (subject.ended !== undefined) return refused(subject.ended);
  const { visibility, writing, asksBesides } = rulesOf(resource.path);
  if (right === "read" ? visibility : writing)
    return byRule(subject, { resource, projectId }, { sufficient, held });
  const decides = sufficient.find((title) => held.includes(title));
  if (decides !== undefined) {
    const besides = right !== "read" && asksBesides !== undefined ? ` ${asksBesides}` : "";
    const reason = `${subject.name} ${say(subject, "hold")} "${decides}"${where(projectId)}.${besides}`;
    return { allowed: true, decides, missing: null, sufficient, held, reason };
  }
  const missing = resource.permission[right];
  if (missing === undefined) return refused("No permission or role allows this operation.");
  const reason = `${subject.name} ${say(subject, "lack")} "${missing}"${where(projectId)}, and ${say(subject, "hold")} no role that includes it.`;
  return refused(reason, missing);
}

const you = "You";

interface Subject {
  readonly name: string;
  readonly type: Caller["type"];
  readonly grants: Caller["grants"];
  /** Why the subject has no access any more. */
  readonly ended?: string;
}

async function subjectOf(context: Context, { key, user: person }: AccessQuery): Promise<Subject> {
  if (key !== undefined) return keySubject(context, key);
  if (person !== undefined) return personSubject(context, person);
  const { type, name, grants } = context.caller;
  return { type, name: type === "user" ? you : name, grants };
}

async function keySubject(context: Context, id: string): Promise<Subject> {
  const projects = writableProjects(context, apiKey, "update");
  const row = await findRow(context.store.reader, apiKey, id, projects);
  if (!row) throw notFound(apiKey, id);
  const { projectId, revokedAt = null, expiresAt = null } = row;
  const place = typeof projectId === "string" ? projectId : everyProject;
  const name = `The key "${String(row.name)}"`;
  const isOver = typeof expiresAt === "string" && expiresAt <= context.now().toISOString();
  const expired = isOver ? "has expired" : undefined;
  const ended = revokedAt === null ? expired : "was revoked";
  return {
    type: "apiKey",
    name,
    grants: new Map([[place, new Set(titlesIn(row.permissions))]]),
    ...(ended !== undefined && { ended: `${name} ${ended}.` }),
  };
}

async function personSubject(context: Context, id: string): Promise<Subject> {
  const projects = writableProjects(context, member, "update");
  if (!(await isMemberOf(context, id, projects))) throw notFound(user, id);
  const person = await callerOfUser(context.store, id);
  if (!person) {
    return {
      type: "user",
      name: "This person",
      grants: new Map(),
      ended: "This person is disabled.",
    };
  }
  const { name, grants } = person.caller;
  const inSight = [...grants].filter(
    ([project]) => project === everyProject || includesProject(projects, project),
  );
  return { type: "user", name, grants: new Map(inSight) };
}

async function isMemberOf(context: Context, id: string, projects: Projects): Promise<boolean> {
  const isAnyone = projects === "all";
  const filter = isAnyone
    ? ({ op: "eq", column: "_id", value: id } as const)
    : activeMembershipsOf(id);
  const { reader } = context.store;
  return (await reader.count(isAnyone ? user : member, { projects, filter })) > 0;
}

function heldBy({ grants }: Subject, projectId: string | undefined): string[] {
  const places = projectId === undefined ? [...grants.keys()] : [everyProject, projectId];
  return [...new Set(places.flatMap((place) => [...(grants.get(place) ?? [])]))];
}

/** Explains access to a resource whose own rule replaces titles. */
function byRule(
  { type, name, grants }: Subject,
  { resource, projectId }: { readonly resource: Resource; readonly projectId: string | undefined },
  titles: Pick<AccessAnswer, "sufficient" | "held">,
): AccessAnswer {
  const isThere =
    grants.has(everyProject) || (projectId === undefined ? grants.size > 0 : grants.has(projectId));
  const isPersonal = Object.keys(resource.permission).length === 0;
  const allowed = isPersonal ? type === "user" : isThere;
  const reason = allowed
    ? `${resource.plural} need no permission: ${name} may view and edit what is theirs or shared with them.`
    : `${resource.plural} are for ${isPersonal ? "people, not keys" : "those who belong to the project"}.`;
  return { allowed, decides: null, missing: null, ...titles, reason };
}

/** Explains access to the deployment itself: its facts, its snapshot, and disabling users. */
function toDeployment(subject: Subject): AccessAnswer {
  const held = [...(subject.grants.get(everyProject) ?? [])];
  const allowed = subject.ended === undefined && held.includes(ownerRole);
  const isOwner = `${subject.name} ${say(subject, "hold")} "${ownerRole}" for the whole deployment.`;
  const isNone = `${subject.name} ${say(subject, "lack")} "${ownerRole}" for the whole deployment, which no project can grant.`;
  return {
    ...{ allowed, decides: allowed ? ownerRole : null, missing: allowed ? null : ownerRole },
    ...{ sufficient: [ownerRole], held },
    reason: subject.ended ?? (allowed ? isOwner : isNone),
  };
}

/** Returns a verb that agrees with the subject: "You hold", "Mia holds". */
function say({ name }: Subject, verb: string): string {
  return name === you ? verb : `${verb}s`;
}

function where(projectId: string | undefined): string {
  return projectId === undefined ? "" : " in this project";
}

/** Throws 403 unless the caller is a deployment owner. */
export function requireDeploymentOwner({ caller }: Context, what: string): void {
  if (caller.grants.get(everyProject)?.has(ownerRole)) return;
  throw ownersOnly(`Only an owner of the whole deployment may ${what}.`, "get");
}
