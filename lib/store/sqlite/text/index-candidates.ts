import { functions } from "@/lib/store/sqlite/sql/dialect";
import type { TrigramLookup } from "@/lib/store/text/candidates";
import { listed } from "@/lib/store/text/partial-columns";
import { matchOf } from "./trigrams";

/**
 * Returns the ids of records that have the trigrams: from the index, from the entries that wait for
 * it, and all whose text it does not hold whole.
 */
export function candidatesIn(lookup: TrigramLookup): Promise<unknown[][]> {
  const { connection, trigrams, path, column, projects, limit, mostMs } = lookup;
  const match = matchOf(trigrams, projects === "all" ? [] : [{ projects, paths: [path] }]);
  const holds = trigrams.map(() => "and instr(text, ?) > 0").join(" ");
  const indexed = `select e.record_id from tocsin_search_text as f join tocsin_search as e on e.entry = f.rowid where tocsin_search_text match ? and ${functions.inTime}() and e.path = ?`;
  const waiting = `select record_id from tocsin_search where entry > (select entry from tocsin_search_done) and path = ? ${holds}`;
  const long = `select record_id from tocsin_search where partial <> '' and path = ? and instr(partial, ?) > 0 and ${functions.inTime}()`;
  return connection.rows(
    `${indexed} union all ${waiting} union all ${long} limit ?`,
    [...[match, path], ...[path, ...trigrams], ...[path, listed(column)], limit],
    true,
    mostMs,
  );
}
