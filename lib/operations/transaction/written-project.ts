import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { isWrittenPerProject } from "@/lib/store/port/project-writes";
import type { Context } from "./context";

/** Returns the project of a new record, if its transaction may hold the lock of that project only. */
export function projectOfNew(
  resource: Resource,
  projectId: JsonValue | undefined,
): string | undefined {
  return isWrittenPerProject(resource) && typeof projectId === "string" ? projectId : undefined;
}

/**
 * Returns the same for a stored record. A record stays in its project, so the read may come before
 * the transaction; the transaction itself refuses a record of another project.
 */
export async function projectOfStored(
  { store }: Context,
  resource: Resource,
  id: string,
): Promise<string | undefined> {
  if (!store.hasProjectLocks || !isWrittenPerProject(resource)) return undefined;
  const [row] = await store.reader.find(resource, {
    projects: "all",
    filter: { op: "eq", column: "_id", value: id },
    columns: ["projectId"],
    limit: 1,
  });
  return projectOfNew(resource, row?.projectId);
}
