import { invitation } from "@/lib/resources/settings/invitation";
import { accessLog } from "@/lib/resources/system/access-log";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { accessPaths } from "./access-paths";

const deploymentWide = new Set([...accessPaths, invitation.path, accessLog.path]);

/**
 * Returns true for a resource whose records a write of one project may change while other projects
 * are written. Users, keys, memberships, invitations and projects decide what callers may do.
 */
export function isWrittenPerProject(resource: Resource): boolean {
  if (resource.scope !== "project" || deploymentWide.has(resource.path)) return false;
  return shapeOf(resource).byColumn.has("projectId");
}
