import type { StoryGlance } from "@/lib/contract/records/story";
import { resourceAt } from "@/lib/resources";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { columnTo } from "@/lib/schema/record/lifecycle-columns";
import { all, type StoryRecord, visibleIn } from "./story-record";

/** Most monitors, and records that they are joined with, in a glance. */
export const mostShown = 200;

/**
 * Returns the records of `target` that `join` joins with the monitors; null without permission to
 * read both, or if the deployment has no such kind.
 */
export async function joined(
  of: StoryRecord,
  join: string,
  target: string,
): Promise<StoryGlance["services"]> {
  const resource = resourceAt(join);
  const other = resourceAt(target);
  const visibility = resource && visibleIn(of, resource);
  if (!visibility || !other || !visibleIn(of, other)) return null;
  const [mine, theirs] = [columnTo(resource, monitor), columnTo(resource, other)];
  if (mine === undefined || theirs === undefined || of.monitors.length === 0) return [];
  const rows = await of.context.store.reader.find(visibility.resource, {
    ...{ projects: visibility.projects, columns: [mine, theirs], limit: mostShown },
    filter: all(visibility.filter, { op: "in", column: mine, values: of.monitors }),
    sort: [{ column: "createdAt", direction: "asc" }],
  });
  const monitors = new Map<string, string[]>();
  for (const { [mine]: one, [theirs]: id } of rows) {
    if (typeof id !== "string" || typeof one !== "string") continue;
    monitors.set(id, [...(monitors.get(id) ?? []), one]);
  }
  return [...monitors].map(([_id, own]) => ({ _id, monitors: own }));
}
