import { AppError } from "@/lib/errors";
import type { Resource } from "@/lib/schema/resource";

/** Returns the error for an id without a record that the caller can see. */
export function notFound(resource: Resource, id: string): AppError {
  return new AppError("not_found", `There is no ${resource.name} with the id ${id}.`);
}
