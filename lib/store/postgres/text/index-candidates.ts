import type { TrigramLookup } from "@/lib/store/text/candidates";
import { listed } from "@/lib/store/text/partial-columns";
import { numbersOf } from "./trigram-numbers";

/**
 * Returns the ids of records that have the trigrams, and of all whose text the index does not hold
 * whole. Materialized: for a result with a limit, the server would choose a scan.
 */
export function candidatesIn(lookup: TrigramLookup): Promise<unknown[][]> {
  const { connection, trigrams, path, column, projects, limit, mostMs } = lookup;
  const inProjects = projects === "all" ? "" : "and project_id = any($5::text[])";
  const indexed = `select record_id from tocsin_search where trigrams @> $1::bigint[] and path = $2 ${inProjects}`;
  const long =
    "select record_id from tocsin_search where partial <> '' and path = $2 and strpos(partial, $3) > 0";
  return connection.rows(
    `with indexed as materialized (${indexed}), long as materialized (${long}) select * from indexed union all select * from long limit $4`,
    [numbersOf(trigrams), path, listed(column), limit, ...(projects === "all" ? [] : [projects])],
    true,
    mostMs,
  );
}
