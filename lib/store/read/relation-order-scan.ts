import { sql } from "kysely";
import { type Position, type SortKey, sortName } from "@/lib/schema/filter";
import { tooExpensive } from "@/lib/store/concurrency/time-slices";
import type { Sql } from "@/lib/store/port/engine";
import type { Find } from "@/lib/store/port/store";
import type { Table } from "@/lib/store/schema/table";
import { comparableValue } from "@/lib/store/statement/order";
import { columnOf, type Param } from "@/lib/store/statement/parameterized-filter";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { parameterizeJoin, relatedValue } from "@/lib/store/statement/related-value";
import { type Group, groupsOf, type Target } from "@/lib/store/statement/relation-groups";
import { bind } from "@/lib/store/statement/statements";
import { constrainProjects } from "./plan/project-constraint";
import type { WantedColumns } from "./shortened-row";

/** Most different targets; with more, all records are sorted instead. */
const mostTargets = 1_000;

/** Time limit in milliseconds for all groups of a page when the engine sets none. */
const mostMs = 10_000;

/** Reads undecoded rows. */
type ReadRows = (
  context: ReadContext,
  table: Table,
  ask: Find,
  wanted: WantedColumns,
) => Promise<unknown[][]>;

/** Returns true for an order by a related field, whose best plan depends on the stored data. */
export function isOrderedByRelation({ sort }: Find): boolean {
  return sort?.[0]?.related !== undefined;
}

/**
 * Returns a page in the order of a related field, scanned grouped by the related record: the index
 * of the relation holds the records of each target in time order. Undefined when all matches must
 * be sorted instead.
 */
export async function scanByTarget(
  context: ReadContext,
  table: Table,
  ask: Find,
  wanted: WantedColumns,
  read: ReadRows,
): Promise<unknown[][] | undefined> {
  const [key] = ask.sort ?? [];
  const column = key && columnOf(table, key.column);
  if (!key?.related || !column?.source.field.indexed || ask.limit === undefined) return undefined;
  if (table.resource.scope !== "project") return undefined;
  const { projects } = constrainProjects(table, ask.projects, ask.filter);
  const [project] = projects === "all" || projects.length !== 1 ? [] : projects;
  if (project === undefined) return undefined;
  const targets = await targetsInUse(context, table, key, project, ask.after);
  if (targets.length > mostTargets) return undefined;
  // With other conditions, a search for records without a target might scan all their matches.
  const nothing = { op: "isNull", column: key.column } as const;
  const isNull = { projects: [project], filter: nothing, limit: 1 };
  const hasNulls = (await read(context, table, isNull, justIds)).length > 0;
  const groups = groupsOf(key, targets, hasNulls, ask.after);
  const inTime = within(context.slices?.allMs ?? mostMs);
  const readInTime = (one: Find, what: WantedColumns) =>
    inTime(() => read(context, table, one, what));
  return await readGroups(groups, { ...ask, limit: ask.limit }, wanted, readInTime);
}

/** Probes the relation's index once for each different target; ascending by value, nulls first. */
async function targetsInUse(
  { connection, statements }: ReadContext,
  table: Table,
  { column, related }: SortKey,
  projectId: string,
  after: Position | undefined,
): Promise<readonly Target[]> {
  if (!related) return [];
  const { dialect, tables } = statements;
  const values = statements.values();
  const project = values.add(projectId);
  const via = parameterizeJoin(values, table, columnOf(table, column), related, tables);
  const wanted = columnOf(via.target, related.column);
  const { codec, name, folded } = wanted;
  const last = after?.values[0] ?? null;
  const param =
    last === null ? undefined : values.add(values.encode(wanted, comparableValue(wanted, last)));
  const start = after && (param ? "value" : "null");
  const statement = statements.prepare(`targets ${table.name} ${via.key} ${name} ${start}`, () => {
    const relation = sql.ref(column);
    const next = (beyond: Sql) =>
      sql`(select ${relation} from ${sql.table(table.name)} where "projectId" = ${project} and ${beyond} order by ${relation} limit 1)`;
    const used = sql`with recursive used(id) as (select ${next(sql`${relation} is not null`)} union all select ${next(sql`${relation} > used.id`)} from used where used.id is not null)`;
    const owner = sql`(select used.id as ${relation}, cast(${project} as text) as "projectId" from used where used.id is not null limit ${sql.lit(mostTargets + 1)}) as t`;
    const compared = relatedValue(via, codec.foldsCase ? (folded ?? name) : name, "t");
    const valued = sql`(select t.${relation} as id, ${relatedValue(via, name, "t")} as value, ${compared} as compared from ${owner}) as v`;
    const order = dialect.orderKey(sql`v.compared`, "asc", true);
    return sql`${used} select v.id, v.value, dense_rank() over (order by ${order}), ${sideOf(start, param)} from ${valued} order by ${order}, v.id`;
  });
  const rows = await connection.rows(statement.sql, bind(statement, values), true);
  return rows.map(([id, value, rank, side]) => ({
    ...{ id: String(id), value, rank: Number(rank), side: Number(side) },
  }));
}

function sideOf(start: "value" | "null" | undefined, param: Param | undefined): Sql {
  if (start === undefined) return sql`1`;
  if (start === "null") return sql`case when v.compared is null then 0 else 1 end`;
  return sql`case when v.compared = ${param} then 0 when v.compared > ${param} then 1 else -1 end`;
}

/** Reads one group after another until the page is full. */
async function readGroups(
  groups: readonly Group[],
  ask: Find & { readonly limit: number },
  wanted: WantedColumns,
  read: (ask: Find, wanted: WantedColumns) => Promise<unknown[][]>,
): Promise<unknown[][]> {
  const { own, withValue } = relatedColumn(ask, wanted);
  const rows = uniqueRows(wanted);
  let toSkip = ask.after ? 0 : (ask.skip ?? 0);
  for (const group of groups) {
    const part = partOf(ask, group);
    const skip = toSkip === 0 ? 0 : (await read({ ...part, limit: toSkip }, justIds)).length;
    toSkip -= skip;
    if (toSkip > 0) continue;
    const found = await read({ ...part, skip, limit: ask.limit - rows.size() }, own);
    rows.put(found.map((row) => withValue(row, group.value)));
    if (rows.size() >= ask.limit) break;
  }
  return rows.all();
}

const justIds: WantedColumns = { columns: ["_id"] };

/**
 * Collects rows in insertion order. A record that changes its group between two reads is kept once.
 */
function uniqueRows({ columns }: WantedColumns) {
  const place = columns.indexOf("_id");
  const rows = new Map<unknown, unknown[]>();
  return {
    size: () => rows.size,
    all: () => [...rows.values()],
    put(found: readonly unknown[][]) {
      for (const row of found) rows.set(place < 0 ? row : row[place], row);
    },
  };
}

/**
 * Returns the query of one group: the rest of the order, from the position on when the page begins
 * in it.
 */
function partOf({ after, filter, projects, sort = [] }: Find, group: Group): Find {
  const [key, ...others] = sort;
  return {
    projects,
    filter: filter ? { op: "and", filters: [filter, group.filter] } : group.filter,
    sort: others.length > 0 ? others : [{ column: "_id", direction: key?.direction ?? "desc" }],
    ...(after && group.isStart && { after: { id: after.id, values: after.values.slice(1) } }),
  };
}

/**
 * Returns the columns read from the records themselves, and a function that adds the group's value
 * to a row.
 */
function relatedColumn({ sort: [key] = [] }: Find, wanted: WantedColumns) {
  const place = key ? wanted.columns.indexOf(sortName(key)) : -1;
  if (place < 0) return { own: wanted, withValue: (row: unknown[]) => row };
  const own: WantedColumns = { ...wanted, columns: wanted.columns.toSpliced(place, 1) };
  return { own, withValue: (row: unknown[], value: unknown) => row.toSpliced(place, 0, value) };
}

/** Returns a function that runs work until the time is over, then throws `query_too_expensive`. */
function within(mostMs: number): <T>(work: () => Promise<T>) => Promise<T> {
  const end = performance.now() + mostMs;
  return async (work) => {
    if (performance.now() > end) throw tooExpensive(mostMs);
    return await work();
  };
}
