import { deploymentOwners } from "@/lib/auth/grants/deployment-owners";
import { firstUnheld } from "@/lib/auth/grants/may-grant";
import { includesProject, projectsAllowed } from "@/lib/auth/grants/permission";
import { projectOf, titlesIn } from "@/lib/auth/keys/issue-key";
import type { IssuedAccess, OrphanedKey } from "@/lib/contract/people";
import { visibilityOrNone, writableProjects } from "@/lib/operations/access/visibility";
import { notFound } from "@/lib/operations/rows/read-record";
import { offersBy } from "@/lib/operations/rules/settings/revoke-invitations";
import type { Context } from "@/lib/operations/transaction/context";
import { apiKey } from "@/lib/resources/settings/api-key";
import { invitation } from "@/lib/resources/settings/invitation";
import { member, memberStates } from "@/lib/resources/settings/member";
import { project } from "@/lib/resources/settings/project";
import { user } from "@/lib/resources/settings/user";
import type { Filter, Projects } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/**
 * Returns what a user created, in one project or in all: the keys that the caller may read and
 * revoke, and the open invitations that the caller may read. Throws 403 if the caller may revoke no
 * keys, 404 for a project where they may not.
 */
export async function issuedAccess(
  context: Context,
  userId: string,
  projectId?: string,
): Promise<IssuedAccess> {
  const projects = narrowed(writableProjects(context, apiKey, "delete"), projectId);
  const { reader } = context.store;
  const keys = await reader.find(apiKey, {
    projects: readableAmong(context, apiKey, projects),
    filter: { op: "and", filters: [by(userId), ...working(context)] },
    columns: ["_id", "name", "prefix", "projectId", "permissions", "lastUsedAt", "expiresAt"],
  });
  const [offers] = offersBy(userId);
  const invitations = await reader.find(invitation, {
    projects: readableAmong(context, invitation, projects),
    filter: offers?.filter ?? by(userId),
    columns: ["_id", "email", "projectId", "permissions", "expiresAt"],
  });
  return asIssued({ keys: keys.filter((key) => !isStronger(context, key)), invitations });
}

/** Returns those of `projects` where the caller may read records of a resource. */
function readableAmong(context: Context, resource: Resource, projects: Projects): Projects {
  const readable = visibilityOrNone(context, resource)?.projects ?? [];
  if (projects === "all") return readable;
  return projects.filter((projectId) => includesProject(readable, projectId));
}

/** Returns true if a key holds a permission that the caller lacks, who then cannot revoke it. */
function isStronger({ caller }: Context, key: Row): boolean {
  return firstUnheld(caller, titlesIn(key.permissions), projectOf(key)) !== undefined;
}

/** The definitions give the columns that were read these types. */
function asIssued(rows: Readonly<Record<keyof IssuedAccess, readonly Row[]>>): IssuedAccess {
  return rows as IssuedAccess;
}

/**
 * Returns the working keys of a project whose creators are disabled or no longer members. Throws
 * 403 if the caller may read no keys, 404 for a project where they may not.
 */
export async function orphanedKeys(
  context: Context,
  projectId: string,
): Promise<readonly OrphanedKey[]> {
  const projects = narrowed(projectsAllowed(context.caller, apiKey, "read"), projectId);
  const { reader } = context.store;
  const keys = await reader.find(apiKey, {
    projects,
    filter: {
      op: "and",
      filters: [{ op: "notNull", column: "createdByUserId" }, ...working(context)],
    },
    columns: ["_id", "createdByUserId"],
  });
  const makers = [...new Set(keys.map((key) => String(key.createdByUserId)))];
  if (makers.length === 0) return [];
  const people = await reader.find(user, {
    projects: "all",
    filter: { op: "in", column: "_id", values: makers },
    columns: ["_id", "name", "email", "disabledAt"],
  });
  const present = new Set([
    ...(await deploymentOwners(reader)),
    ...(await membersAmong(context, projectId, makers)),
  ]);
  const gone = new Map(
    people.flatMap((person): [string, Omit<OrphanedKey, "_id">][] => {
      const id = String(person._id);
      const isDisabled = person.disabledAt !== null;
      if (!isDisabled && present.has(id)) return [];
      const createdBy = { _id: id, name: String(person.name ?? person.email) };
      return [[id, { createdBy, reason: isDisabled ? "disabled" : "removed" }]];
    }),
  );
  return keys.flatMap((key) => {
    const found = gone.get(String(key.createdByUserId));
    return found ? [{ _id: String(key._id), ...found }] : [];
  });
}

async function membersAmong(
  { store }: Context,
  projectId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const filters: Filter[] = [
    { op: "in", column: "userId", values: ids },
    { op: "eq", column: "state", value: memberStates.active },
  ];
  const rows = await store.reader.find(member, {
    projects: [projectId],
    filter: { op: "and", filters },
    columns: ["userId"],
  });
  return rows.map(({ userId }) => String(userId));
}

function narrowed(projects: Projects, projectId: string | undefined): Projects {
  if (projectId === undefined) return projects;
  if (!includesProject(projects, projectId)) throw notFound(project, projectId);
  return [projectId];
}

function by(userId: string): Filter {
  return { op: "eq", column: "createdByUserId", value: userId };
}

function working({ now }: Context): Filter[] {
  return [
    { op: "isNull", column: "revokedAt" },
    { op: "gt", column: "expiresAt", value: now().toISOString(), orNull: true },
  ];
}
