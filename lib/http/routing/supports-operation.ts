import type { Resource } from "@/lib/schema/resource";
import { type RecordOperation, recordOperations } from "./route-table";

/** Returns true if a resource offers an operation. Other operations follow one of the basic six. */
export function offersOperation(resource: Resource, operation: RecordOperation): boolean {
  const { like = operation, needs } = recordOperations[operation];
  if (needs !== undefined && resource[needs] === undefined) return false;
  return (resource.operations as readonly RecordOperation[]).includes(like);
}
