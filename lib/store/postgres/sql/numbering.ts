import pg from "pg";
import { unnumberedTable } from "@/lib/store/upgrade/numbering-statements";
import { orderLock, tryOrderLock } from "./locks";
import { notifyOf } from "./notify";

/** Query with a row if there are entries without a number. */
export const anyUnnumbered = `select 1 from ${unnumberedTable} limit 1`;

/**
 * Plans the numbering without statistics, which this small table has not: each entry is found by its
 * id.
 */
const settings = ["enable_seqscan", "enable_hashjoin", "enable_mergejoin", "jit"].map(
  (name) => `set_config('${name}', 'off', true)`,
);

const hasLock = "tocsin.has_order_lock";

/** Text that numbers all committed entries in a transaction of its own. */
export const numberAll = [
  "begin isolation level read committed",
  orderLock,
  `select ${settings.join(", ")}`,
  numbering(),
  "commit",
].join("; ");

/**
 * Returns the text that ends an open transaction with these entries. When no other transaction is
 * numbering, it numbers all committed entries and its own. The result before the last has a row then.
 */
export function commitNumbering(entries: readonly string[]): string {
  const list = `{${entries.map((id) => JSON.stringify(id)).join()}}`;
  const own = `insert into ${unnumberedTable} (entries) values (${pg.escapeLiteral(list)})`;
  return `${own}; ${numberUnlessBusy}; commit`;
}

const numberUnlessBusy = [
  `select ${settings.join(", ")}, set_config('${hasLock}', ${tryOrderLock}::text, true)`,
  numbering(`where current_setting('${hasLock}') = 'true'`),
].join("; ");

/**
 * Gives the entries the next numbers: in the order in which the commits were recorded, which is that
 * of the commits of a project. A statement of its own after the lock: it sees all earlier numbers.
 */
function numbering(condition = ""): string {
  return `with taken as (
    delete from ${unnumberedTable} ${condition} returning id, entries
  ), placed as (
    select entry, row_number() over (order by id, place) + (select coalesce(max(sequence), 0) from change_log) as number
    from taken cross join unnest(entries) with ordinality as each (entry, place)
  ), numbered as (
    update change_log set sequence = number from placed where _id = entry returning 1
  ) select count(*), ${notifyOf("changes")} from numbered having count(*) > 0`;
}
