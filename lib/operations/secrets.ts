import { hashString } from "@/lib/auth/hashed-string";
import { unreadableKinds } from "@/lib/schema/operators";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import type { Context } from "./context";
import { currentContext } from "./current-context";
import type { Draft } from "./rules/rules";

/**
 * Replaces what is stored as a hash. Takes about 0.1 s each, so it runs before any transaction. Returns the context to
 * write with, which has the rights of the caller after that time. Throws 401 when the key or session ended meanwhile.
 */
export async function hashSecrets(
  context: Context,
  resource: Resource,
  draft: Draft,
): Promise<Context> {
  let hasHashed = false;
  for (const { name, field } of shapeOf(resource).columns) {
    const value = draft[name];
    if (unreadableKinds.has(field.kind) && typeof value === "string") {
      draft[name] = await hashString(value, context.caller.id);
      hasHashed = true;
    }
  }
  return hasHashed ? currentContext(context) : context;
}
