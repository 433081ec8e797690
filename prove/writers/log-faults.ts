import { type Ask, contradictions } from "@/tests/server/store-checks";
import { onDatabase } from "./on-database";

/**
 * Returns what contradicts itself in a database that was written by several processes: gaps in the
 * numbers of the log or of incidents, numbers of a project in another order than its log, and
 * contradictions of counters, lists and the log.
 */
export async function logFaults(url: string): Promise<string[]> {
  const ask: Ask = (text) => onDatabase(url, text);
  const faults = await contradictions(ask, "postgres");
  for (const [what, text] of checks) {
    const [row] = await ask(text);
    if (Number(row?.["n"]) > 0) faults.push(`${what}: ${row?.["n"]}`);
  }
  return faults;
}

const checks: readonly (readonly [string, string])[] = [
  [
    "gaps in the numbers of the log",
    "select coalesce(max(sequence), 0) - count(*) as n from change_log",
  ],
  [
    "gaps in the numbers of incidents",
    `select coalesce(sum(highest - used), 0) as n from (select max("incidentNumber") as highest, count(distinct "incidentNumber") as used from incident group by "projectId") as each`,
  ],
  ["slugs used twice", "select count(*) - count(distinct slug) as n from incident"],
  [
    "incidents logged in another order than that of their numbers",
    `select count(*) as n from (select i."incidentNumber" as number, lag(i."incidentNumber") over (partition by i."projectId" order by l.sequence) as before from incident as i join change_log as l on l."recordId" = i._id and l.operation = 'create') as each where before > number`,
  ],
  [
    "incidents without each of their parts",
    `select count(*) as n from incident as i where (select count(*) from incident_state_timeline as t where t."incidentId" = i._id) <> 1 or (select count(*) from change_log as l where l."recordId" = i._id and l.operation = 'create') <> 1`,
  ],
];
