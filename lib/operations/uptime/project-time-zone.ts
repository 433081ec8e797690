import { project } from "@/lib/resources/settings/project";
import { timeZoneIn } from "@/lib/schema/values/time-zone";
import type { Reader } from "@/lib/store/port/store";

/** Returns the time zone of a project; UTC for an unknown project. */
export async function projectTimeZone(reader: Reader, projectId: string): Promise<string> {
  const [row] = await reader.find(project, {
    ...{ projects: [projectId], columns: ["timeZone"], limit: 1 },
    sort: [{ column: "createdAt", direction: "asc" }],
  });
  return timeZoneIn(row?.["timeZone"]);
}
