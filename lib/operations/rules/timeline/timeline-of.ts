import { resourceAt } from "@/lib/resources";
import { relationColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { Timeline } from "./timeline";

/** Returns the timeline that the definition of events declares. */
export function timelineOf(events: Resource): Timeline {
  if (!events.sets) throw new Error(`${events.path} sets no value of another record.`);
  const { owner, value, current, outlastsEnd } = events.sets;
  const ownerColumn = relationColumn(events, owner);
  const record = resourceAt(ownerColumn.field.to ?? "");
  if (!record) throw new Error(`${events.path}.${owner} refers to no resource.`);
  return {
    events,
    ownerColumn: ownerColumn.name,
    valueColumn: relationColumn(events, value).name,
    owner: record,
    currentColumn: relationColumn(record, current).name,
    outlastsEnd,
  };
}
