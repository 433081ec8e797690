import type { StoryGlance } from "@/lib/contract/records/story";
import { resourceAt } from "@/lib/resources";
import { ownerKinds } from "@/lib/schema/filter-text/owners";
import { columnTo } from "@/lib/schema/record/lifecycle-columns";
import { mostShown } from "./story-joins";
import { all, type StoryRecord, visibleIn } from "./story-record";

/**
 * Returns the users, then the teams that own a record, each once and the first owner first. Null
 * without permission to read any records of owners, or if there are no such records.
 */
export async function ownersOf(of: StoryRecord): Promise<StoryGlance["owners"]> {
  const owners = new Map<string, NonNullable<StoryGlance["owners"]>[number]>();
  let isReadable = false;
  for (const { resource: kind, column, to } of ownerKinds(of.resource, resourceAt)) {
    const visibility = kind && visibleIn(of, kind);
    const mine = kind && columnTo(kind, of.resource);
    if (!visibility || mine === undefined) continue;
    isReadable = true;
    const rows = await of.context.store.reader.find(visibility.resource, {
      ...{ projects: visibility.projects, columns: [column], limit: mostShown },
      filter: all(visibility.filter, { op: "eq", column: mine, value: of.id }),
      sort: [{ column: "createdAt", direction: "asc" }],
    });
    for (const { [column]: id } of rows) {
      if (typeof id === "string") owners.set(`${to} ${id}`, { resource: to, _id: id });
    }
  }
  return isReadable ? [...owners.values()] : null;
}
