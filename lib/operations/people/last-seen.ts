import { includesProject } from "@/lib/auth/grants/permission";
import { lastUses } from "@/lib/auth/sessions/session";
import { writableProjects } from "@/lib/operations/access/visibility";
import { notFound } from "@/lib/operations/rows/read-record";
import type { Context } from "@/lib/operations/transaction/context";
import { member, memberStates } from "@/lib/resources/settings/member";
import { project } from "@/lib/resources/settings/project";

/**
 * Returns the time of each member's last use of the console by user id, up to 10 minutes old. Users
 * without a session are absent. For callers who manage members. Throws 403 for others, and 404 for
 * a project they cannot see.
 */
export async function lastSeen(
  context: Context,
  projectId: string,
): Promise<Readonly<Record<string, string>>> {
  const projects = writableProjects(context, member, "update");
  if (!includesProject(projects, projectId)) throw notFound(project, projectId);
  const { store, now } = context;
  const filter = { op: "eq", column: "state", value: memberStates.active } as const;
  const columns = ["userId"];
  const places = await store.reader.find(member, { projects: [projectId], filter, columns });
  const people = [...new Set(places.map(({ userId }) => String(userId)))];
  const seen = await lastUses(store.reader, people, now());
  return Object.fromEntries([...seen].map(([userId, at]) => [userId, at.toISOString()]));
}
