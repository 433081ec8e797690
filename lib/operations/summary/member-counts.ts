import { visibilityOrNone } from "@/lib/operations/access/visibility";
import type { Context } from "@/lib/operations/transaction/context";
import { resourceAt } from "@/lib/resources";
import { relationColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";

/** Returns the number of members of each record that has some, by its id. */
export type MemberCounts = (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/**
 * Prepares the counts of the members that records of a resource group (`lifecycle.members`), as far
 * as the caller may read them: one statement for each call. The result may be called while the
 * caller has the same rights.
 */
export function prepareMemberCounts(context: Context, { lifecycle }: Resource): MemberCounts {
  const members = resourceAt(lifecycle?.members?.path ?? "");
  const visibility = members && visibilityOrNone(context, members);
  // Counter rows know projects only. Where a condition hides some members, none is counted.
  if (!lifecycle?.members || !visibility || visibility.filter) return async () => none;
  const { resource, projects } = visibility;
  const column = relationColumn(resource, lifecycle.members.relation).name;
  const { reader } = context.store;
  return async (ids) =>
    ids.length === 0 ? none : await reader.countEach(resource, { column, ids, projects });
}

const none: ReadonlyMap<string, number> = new Map();
