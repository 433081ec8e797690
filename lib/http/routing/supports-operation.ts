import type { Operation, Resource } from "@/lib/schema/resource";
import type { RouteOperation } from "./route-table";

/** Returns true if a resource offers an operation. Other operations follow one of the basic six. */
export function offersOperation(resource: Resource, operation: RouteOperation): boolean {
  const like: RouteOperation = resembles[operation] ?? operation;
  return (resource.operations as readonly RouteOperation[]).includes(like);
}

const resembles: Readonly<Partial<Record<RouteOperation, Operation>>> = {
  bulkCreate: "create",
  bulkUpdate: "update",
  bulkDelete: "delete",
  versions: "list",
  export: "list",
  references: "get",
  download: "get",
  // Upload and key rotation have their own routes, so they need no separate offer.
  upload: "get",
  rotate: "get",
};
