import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import type { Reader } from "@/lib/store/port/store";
import type { StoredSpan } from "./span";

/**
 * Returns the events of monitors by monitor, in the order of start and id, from the records. An
 * event without a start begins at its creation. A monitor without events is not in the map.
 */
export async function eventSpans(
  reader: Pick<Reader, "find">,
  projectId: string,
  monitorIds: readonly string[],
): Promise<Map<string, StoredSpan[]>> {
  const events = await reader.find(monitorStatusTimeline, {
    projects: [projectId],
    filter: { op: "in", column: "monitorId", values: [...monitorIds] },
    columns: ["_id", "monitorId", "monitorStatusId", "startsAt", "endsAt", "createdAt"],
    sort: [{ column: "_id", direction: "asc" }],
  });
  const byMonitor = new Map<string, StoredSpan[]>();
  for (const { monitorId, monitorStatusId, startsAt, endsAt, createdAt } of events) {
    const id = String(monitorId);
    const spans = byMonitor.get(id) ?? [];
    byMonitor.set(id, spans);
    spans.push({
      startMs: Date.parse(String(startsAt ?? createdAt)),
      endMs: typeof endsAt === "string" ? Date.parse(endsAt) : null,
      statusId: String(monitorStatusId),
    });
  }
  // The sort is stable, so events with the same start stay in the order of their ids.
  for (const spans of byMonitor.values()) spans.sort((one, other) => one.startMs - other.startMs);
  return byMonitor;
}
