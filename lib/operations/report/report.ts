import type { InputOf } from "@/lib/contract/endpoint";
import type { Report, report } from "@/lib/contract/report";
import type { Context } from "@/lib/operations/transaction/context";
import { projectTimeZone } from "@/lib/operations/uptime/project-time-zone";
import { attentionOf } from "./attention";
import { incidentsOf } from "./incidents";
import { loadOf } from "./load";
import { noiseOf } from "./noise";
import { periodOf } from "./period";
import { uptimeByMonth } from "./uptime-by-month";

/**
 * Returns the numbers of a project in a period. Each number counts only what the caller may read; a
 * part is null if they may read nothing of it. Throws 400 for a wrong period.
 */
export async function reportOf(
  context: Context,
  { projectId, from, to, timeZone: asked }: InputOf<typeof report, "query">,
): Promise<Report> {
  const now = context.now();
  const timeZone = asked ?? (await projectTimeZone(context, projectId));
  const period = periodOf({ from, to, timeZone }, now);
  const incidents = await incidentsOf(context, projectId, period);
  return {
    ...{ projectId, at: now.toISOString(), timeZone, from: period.from, to: period.to },
    weeks: period.weeks,
    incidents: incidents?.numbers ?? null,
    uptime: await uptimeByMonth(context, projectId, period, timeZone),
    load: incidents ? await loadOf(context, projectId, period, incidents) : null,
    noise: await noiseOf(context, projectId, period),
    attention: await attentionOf(context, projectId),
  };
}
