import type { Operation, Resource } from "@/lib/schema/resource";
import type { RouteOperation } from "./route-table";

/** True when a resource has an operation; those beyond the six go with the one they resemble. */
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
  // Uploading and a new secret have routes of their own, so what is there is offered.
  upload: "get",
  rotate: "get",
};
