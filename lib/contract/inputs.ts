import { z } from "zod";
import { resources } from "@/lib/resources";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { nearestAfter } from "@/lib/schema/pointer";
import { isUuid } from "@/lib/schema/values/uuid";

/** Required text of a body. Null counts as missing. */
export const sentText = z.string({
  error: ({ input }) => ((input ?? null) === null ? "is missing. Send it as text" : "must be text"),
});

/** Optional text of a body. Null counts as missing. */
export const optionalText = z
  .custom<string | null>((sent) => sent === null || typeof sent === "string", {
    error: "must be text",
  })
  .transform((sent) => sent ?? undefined)
  .optional()
  .meta({ type: "string" });

/** A new password. The operation checks its strength. */
export const newPassword = sentText.meta({ minLength: 8, maxLength: 128 });

/** Returns the schema of an id, in lower case once read. `problem` names the fix. */
export function sentId(problem = "must be an id (a UUID)", missing = problem) {
  return z
    .string({ error: ({ input }) => (input === undefined ? missing : problem) })
    .refine(isUuid, { error: problem })
    .transform((sent) => sent.toLowerCase())
    .meta(schemaRef("ObjectId"));
}

/** The required project of a query. */
export const projectId = sentId(undefined, "is missing: name a project by its id");

/** A query that names a project. */
export const ofProject = z.object({ projectId });

/**
 * Returns the fault of a name that is no resource's path, with a suggestion if the `earlier` faults
 * are few.
 */
export function unknownResource(path: string, earlier = 0): string {
  const near = nearestAfter(earlier, path, resources.keys());
  return `must name a resource by its path${near === undefined ? "" : `; did you mean ${near}?`}`;
}
