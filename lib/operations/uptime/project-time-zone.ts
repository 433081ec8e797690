import { belongsTo } from "@/lib/auth/grants/permission";
import type { Context } from "@/lib/operations/transaction/context";
import { project } from "@/lib/resources/settings/project";
import { timeZoneIn } from "@/lib/schema/values/time-zone";
import type { Reader } from "@/lib/store/port/store";

/** Returns the time zone of a project; UTC for a project that is unknown or not the caller's. */
export async function projectTimeZone(
  { caller, store }: Context,
  projectId: string,
): Promise<string> {
  if (!belongsTo(caller, projectId)) return timeZoneIn(undefined);
  return await zoneOfProject(store.reader, projectId);
}

/** Returns the time zone of a project, as above. Does not check the caller. */
export async function zoneOfProject(
  reader: Pick<Reader, "find">,
  projectId: string,
): Promise<string> {
  const [row] = await reader.find(project, {
    ...{ projects: [projectId], columns: ["timeZone"], limit: 1 },
    sort: [{ column: "createdAt", direction: "asc" }],
  });
  return timeZoneIn(row?.["timeZone"]);
}
