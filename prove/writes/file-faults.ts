import Sqlite from "better-sqlite3";
import { type Ask, contradictions } from "@/tests/server/store-checks";

/**
 * Returns the faults of a database file: SQLite's own check, contradictions between counters,
 * lists, the change log and the records, and incidents that are half written or share a number.
 * Empty if there are none.
 */
export async function fileFaults(path: string): Promise<string[]> {
  const db = new Sqlite(path, { readonly: true });
  try {
    const check = String(db.pragma("integrity_check(1)", { simple: true }));
    const ask: Ask = async (text) => db.prepare(text).all() as Record<string, unknown>[];
    return [
      ...(check === "ok" ? [] : [`integrity_check: ${check}`]),
      ...(await contradictions(ask)),
      ...(await halfWritten(ask)),
    ];
  } finally {
    db.close();
  }
}

/**
 * Checks that every incident has all its parts, and that numbers have neither gaps nor duplicates.
 */
async function halfWritten(ask: Ask): Promise<string[]> {
  const faults: string[] = [];
  const [counts] = await ask(
    "select count(*) as n, count(distinct incidentNumber || projectId) as numbers, count(distinct slug) as slugs, (select coalesce(sum(highest), 0) from (select max(incidentNumber) as highest from incident group by projectId)) as highest from incident",
  );
  const { n, numbers, slugs, highest } = counts ?? {};
  if (numbers !== n || slugs !== n || highest !== n) {
    faults.push(`${n} incidents have ${numbers} numbers up to ${highest} and ${slugs} slugs`);
  }
  const half = await ask(
    `select i._id from incident i where
      (select count(*) from incident_state_timeline t where t.incidentId = i._id) <> 1 or
      (select count(*) from monitor_status_timeline t, json_each(i.monitors) m where t.monitorId = m.value) <> 2 or
      (select count(*) from change_log l where l.recordId = i._id and l.operation = 'create') <> 1`,
  );
  if (half.length > 0) faults.push(`${half.length} incidents are half-written`);
  for (const table of ["incident", "incident_state_timeline", "monitor_status_timeline", "label"]) {
    const unlogged = await ask(
      `select _id from ${table} t where not exists (select 1 from change_log l where l.recordId = t._id and l.operation = 'create')`,
    );
    if (unlogged.length > 0) faults.push(`${unlogged.length} of ${table} are not in the log`);
  }
  return faults;
}
