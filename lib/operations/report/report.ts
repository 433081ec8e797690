import type { InputOf } from "@/lib/contract/endpoint";
import type { Report, report } from "@/lib/contract/report";
import type { Context } from "@/lib/operations/transaction/context";
import { projectTimeZone } from "@/lib/operations/uptime/project-time-zone";
import { attentionOf } from "./attention";
import { incidentsOf } from "./incidents";
import { loadOf } from "./load";
import { noiseOf } from "./noise";
import { type Period, periodOf } from "./period";
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
  // Performance: PostgreSQL reads one part while another is computed.
  const [{ incidents, load }, uptime, noise, attention] = await Promise.all([
    incidentsAndLoad(context, projectId, period),
    uptimeByMonth(context, projectId, period, timeZone),
    noiseOf(context, projectId, period),
    attentionOf(context, projectId),
  ]);
  return {
    ...{ projectId, at: now.toISOString(), timeZone, from: period.from, to: period.to },
    weeks: period.weeks,
    ...{ incidents, uptime, load, noise, attention },
  };
}

async function incidentsAndLoad(
  context: Context,
  projectId: string,
  period: Period,
): Promise<Pick<Report, "incidents" | "load">> {
  const incidents = await incidentsOf(context, projectId, period);
  if (!incidents) return { incidents: null, load: null };
  const load = await loadOf(context, projectId, period, incidents);
  return { incidents: incidents.numbers, load };
}
