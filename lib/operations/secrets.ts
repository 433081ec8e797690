import { hashString } from "@/lib/auth/hashed-string";
import { unreadableKinds } from "@/lib/schema/operators";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import type { Draft } from "./rules/rules";

/** Replaces what is stored as a hash. Takes about 0.1 s each, so it runs before any transaction. */
export async function hashSecrets(resource: Resource, draft: Draft): Promise<void> {
  for (const { name, field } of shapeOf(resource).columns) {
    const value = draft[name];
    if (unreadableKinds.has(field.kind) && typeof value === "string") {
      draft[name] = await hashString(value);
    }
  }
}
