import { apiKey } from "@/lib/resources/settings/api-key";
import { invitation } from "@/lib/resources/settings/invitation";
import { member } from "@/lib/resources/settings/member";
import { project } from "@/lib/resources/settings/project";
import type { Resource } from "@/lib/schema/resource";
import { type RecordOperation, recordOperations } from "./route-table";

/** Resources that grant rights. Every write of them needs the user's password. */
const rights: ReadonlySet<string> = new Set([apiKey.path, member.path, invitation.path]);

const deletions: ReadonlySet<RecordOperation> = new Set(["delete", "bulkDelete"] as const);

/** Returns true for operations on records that need a recently confirmed session. */
export function isConfirmedOnly({ path }: Resource, operation: RecordOperation): boolean {
  if (path === project.path) return deletions.has(operation);
  return rights.has(path) && recordOperations[operation].effect === "writes";
}
