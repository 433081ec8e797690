import { sql } from "kysely";
import type { Position } from "@/lib/schema/filter";
import type { SlicedWork } from "@/lib/store/concurrency/time-slices";
import type { Parameter, Sql } from "@/lib/store/port/engine";
import type { Table } from "@/lib/store/schema/table";
import {
  comesAfter,
  comesUpTo,
  comparableValue,
  type OrderKey,
  orderBy,
  orderOf,
} from "@/lib/store/statement/order";
import type { Param, Values } from "@/lib/store/statement/parameterized-filter";
import { projectsKey } from "@/lib/store/statement/project-params";
import { inProjects, isAnyOf } from "@/lib/store/statement/project-scope";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";
import type { QueryPlan } from "./plan/query-plan";

/** A part of the records that a query scans. */
export interface Chunk {
  /** Cache key for statements over this kind of chunk. */
  readonly key: string;
  /** An index finds the chunk's records by their ids. */
  readonly isById: boolean;
  /** Returns the condition that a record is in the chunk, parameterized. */
  readonly take: (values: Values) => Sql;
}

/**
 * Reads one chunk, or throws `query_too_expensive` after `mostMs`. Returns false when no more is
 * needed.
 */
export type ReadChunk = (chunk: Chunk, mostMs: number) => Promise<boolean>;

/** Returns true when a scan of the table runs in time order. */
export function scansInTimeOrder(table: Table): boolean {
  return table.byName.get(table.resource.timeField)?.notNull === true;
}

/**
 * Scans all records of the query's project or resource, each in exactly one chunk; in time order if
 * `scansInTimeOrder`, starting after `from`.
 */
export async function scan(
  context: ReadContext,
  search: QueryPlan,
  way: { readonly direction: "asc" | "desc"; readonly from?: Position | undefined },
  work: SlicedWork,
  read: ReadChunk,
): Promise<void> {
  const walked = new Range(context, search, way.direction, way.from);
  for (let goesOn = true; goesOn; ) {
    goesOn = await work.run(async (records, mostMs) => {
      const { chunk, end } = await walked.next(records);
      const wantsMore = await read(chunk, mostMs);
      walked.position = end;
      return wantsMore && end !== undefined;
    });
  }
}

/** Scans the records with these ids. */
export async function scanIds(
  ids: readonly string[],
  work: SlicedWork,
  read: ReadChunk,
): Promise<void> {
  let done = 0;
  for (let goesOn = ids.length > 0; goesOn; ) {
    goesOn = await work.run(async (records, mostMs) => {
      const some = ids.slice(done, done + records);
      const wantsMore = await read(chunkOfIds(some), mostMs);
      done += some.length;
      return wantsMore && done < ids.length;
    });
  }
}

function chunkOfIds(ids: readonly string[]): Chunk {
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, ids.length)));
  return {
    key: `ids ${size}`,
    isById: true,
    take: (values) => isAnyOf(values.addAll(ids))(sql.ref("t._id")),
  };
}

/** A record's values of the order columns. */
type ScanPosition = readonly Parameter[];

/**
 * State of a scan in time order. Chunks are bounded by records, independent of the engine's access
 * path.
 */
class Range {
  position: ScanPosition | undefined;
  readonly #context: ReadContext;
  readonly #search: QueryPlan;
  readonly #order: readonly OrderKey[];

  constructor(
    context: ReadContext,
    search: QueryPlan,
    direction: "asc" | "desc",
    from: Position | undefined,
  ) {
    const { table } = search;
    const column = scansInTimeOrder(table) ? table.resource.timeField : "_id";
    this.#context = context;
    this.#search = search;
    const { statements } = context;
    this.#order = orderOf(statements.values(), table, [{ column, direction }], statements.tables);
    this.position = from && scanPositionOf(this.#order, from, context);
  }

  /** Returns the next chunk of `records` records and its last position; undefined at the end. */
  async next(records: number): Promise<{ chunk: Chunk; end: ScanPosition | undefined }> {
    const start = this.position;
    const end = await this.#placeAfter(records);
    const order = this.#order;
    const chunk: Chunk = {
      key: `range ${order[0]?.direction} ${start ? "from" : ""} ${end ? "to" : ""}`,
      isById: false,
      take: (values) => {
        const bounds = [
          ...(start ? [comesAfter(order, take(values, start), "t")] : []),
          ...(end ? [comesUpTo(order, take(values, end), "t")] : []),
        ];
        return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `);
      },
    };
    return { chunk, end };
  }

  async #placeAfter(records: number): Promise<ScanPosition | undefined> {
    const { connection, statements } = this.#context;
    const { table, projects } = this.#search;
    const values = statements.values();
    // Records of several projects are scanned in the order of all projects.
    const isOne = projects !== "all" && projects.length === 1 && table.resource.scope === "project";
    const projectParams = isOne ? values.addProjects(projects) : "all";
    const start = this.position && take(values, this.position);
    const skip = values.add(records - 1);
    const order = this.#order;
    const key = `place ${table.name} ${projectsKey(projectParams)} ${order[0]?.column.name} ${order[0]?.direction} ${start ? "from" : ""}`;
    const statement = statements.prepare(key, () => {
      const conditions = [
        sql`true`,
        ...(projectParams === "all"
          ? []
          : [inProjects(table, "t", projectParams, statements.tables)]),
        ...(start ? [comesAfter(order, start, "t")] : []),
      ];
      const columns = order.map(({ column }) => sql.ref(`t.${column.name}`));
      return sql`select ${sql.join(columns)} from ${sql.table(table.name)} as t where ${sql.join(conditions, sql` and `)} ${orderBy(order, "t", statements.dialect, (column) => column)} ${statements.dialect.page(sql.lit(1), sql`${skip}`)}`;
    });
    const [place] = await connection.rows(statement.sql, bind(statement, values));
    return place?.map(String);
  }
}

function take(values: Values, place: ScanPosition): Param[] {
  return place.map((value) => values.add(value));
}

function scanPositionOf(
  order: readonly OrderKey[],
  { values, id }: Position,
  { statements }: ReadContext,
): ScanPosition {
  const encoded = statements.values();
  return order.map(({ column }, at) => {
    const value = at < values.length ? (values[at] ?? null) : id;
    return value === null ? null : encoded.encode(column, comparableValue(column, value));
  });
}
