import { deploymentOwners } from "@/lib/auth/grants/deployment-owners";
import { includesProject, projectsAllowed } from "@/lib/auth/grants/permission";
import type { DeploymentOwner } from "@/lib/contract/people";
import { notFound } from "@/lib/operations/rows/read-record";
import type { Context } from "@/lib/operations/transaction/context";
import { member } from "@/lib/resources/settings/member";
import { project } from "@/lib/resources/settings/project";
import { user } from "@/lib/resources/settings/user";

/**
 * Returns the deployment owners, sorted by name. They have every right in the project too. For
 * callers who may read its members. Throws 403 for others, and 404 for a project they cannot see.
 */
export async function deploymentOwnersFor(
  context: Context,
  projectId: string,
): Promise<readonly DeploymentOwner[]> {
  const projects = projectsAllowed(context.caller, member, "read");
  if (!includesProject(projects, projectId)) throw notFound(project, projectId);
  const { reader } = context.store;
  const ids = await deploymentOwners(reader);
  if (ids.length === 0) return [];
  const rows = await reader.find(user, {
    projects: "all",
    filter: { op: "in", column: "_id", values: [...ids] },
    columns: ["_id", "name", "email", "disabledAt"],
    sort: [{ column: "name", direction: "asc" }],
  });
  return rows.map((row) => ({
    ...{ _id: String(row._id), name: String(row.name ?? row.email), email: String(row.email) },
    isDisabled: typeof row.disabledAt === "string",
  }));
}
