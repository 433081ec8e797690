import { sql } from "kysely";
import type { Position } from "@/lib/schema/filter";
import type { Access } from "./access";
import type { Parameter, Sql } from "./engine";
import { comesAfter, comesUpTo, comparableValue, type OrderKey, orderBy, orderOf } from "./order";
import { fill } from "./plans";
import { inProjects, isAnyOf, reachKey } from "./scope";
import type { Search } from "./search";
import type { SlicedWork } from "./slices";
import type { Table } from "./table";
import type { Slot, Values } from "./template";

/** Some of the records that a search goes through. */
export interface Chunk {
  /** Tells statements over different kinds of chunks apart. */
  readonly key: string;
  /** An index finds its records by their ids. */
  readonly isById: boolean;
  /** Whether a record is one of them, its values taken. */
  readonly take: (values: Values) => Sql;
}

/** Reads one chunk, or throws `query_too_expensive` after `mostMs`. Answers false when no more is wanted. */
export type ReadChunk = (chunk: Chunk, mostMs: number) => Promise<boolean>;

/** True when a walk through the records of a table goes in the order of time. */
export function walksInTime(table: Table): boolean {
  return table.byName.get(table.resource.timeField)?.notNull === true;
}

/**
 * Goes through all records of the project or of the resource that a search is about, each in exactly one chunk: in the
 * order of time, where `walksInTime`, from behind `from` on.
 */
export async function walk(
  access: Access,
  search: Search,
  way: { readonly direction: "asc" | "desc"; readonly from?: Position | undefined },
  work: SlicedWork,
  read: ReadChunk,
): Promise<void> {
  const walked = new Range(access, search, way.direction, way.from);
  for (let goesOn = true; goesOn; ) {
    goesOn = await work.run(async (records, mostMs) => {
      const { chunk, end } = await walked.next(records);
      const wantsMore = await read(chunk, mostMs);
      walked.position = end;
      return wantsMore && end !== undefined;
    });
  }
}

/** Goes through the records with these ids. */
export async function walkIds(
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
    take: (values) => isAnyOf(values.takeAll(ids))(sql.ref("t._id")),
  };
}

/** The values of the order's columns of one record. */
type Place = readonly Parameter[];

/** Where a walk in the order of time stands. Its chunks are bounded by records, whatever way the engine goes to them. */
class Range {
  position: Place | undefined;
  readonly #access: Access;
  readonly #search: Search;
  readonly #order: readonly OrderKey[];

  constructor(
    access: Access,
    search: Search,
    direction: "asc" | "desc",
    from: Position | undefined,
  ) {
    const { table } = search;
    const column = walksInTime(table) ? table.resource.timeField : "_id";
    this.#access = access;
    this.#search = search;
    const { plans } = access;
    this.#order = orderOf(plans.values(), table, [{ column, direction }], plans.tables);
    this.position = from && placeOf(this.#order, from, access);
  }

  /** The next so many records as a chunk, and the last of them; no last one when the chunk is open to the end. */
  async next(records: number): Promise<{ chunk: Chunk; end: Place | undefined }> {
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

  async #placeAfter(records: number): Promise<Place | undefined> {
    const { connection, plans } = this.#access;
    const { table, projects } = this.#search;
    const values = plans.values();
    // Of several projects the records in order are found in the order of all.
    const isOne = projects !== "all" && projects.length === 1 && table.resource.scope === "project";
    const reach = isOne ? values.takeProjects(projects) : "all";
    const start = this.position && take(values, this.position);
    const skip = values.take(records - 1);
    const order = this.#order;
    const key = `place ${table.name} ${reachKey(reach)} ${order[0]?.column.name} ${order[0]?.direction} ${start ? "from" : ""}`;
    const plan = plans.plan(key, () => {
      const conditions = [
        sql`true`,
        ...(reach === "all" ? [] : [inProjects(table, "t", reach, plans.tables)]),
        ...(start ? [comesAfter(order, start, "t")] : []),
      ];
      const columns = order.map(({ column }) => sql.ref(`t.${column.name}`));
      return sql`select ${sql.join(columns)} from ${sql.table(table.name)} as t where ${sql.join(conditions, sql` and `)} ${orderBy(order, "t", plans.spelling, (column) => column)} ${plans.spelling.page(sql.lit(1), sql`${skip}`)}`;
    });
    const [place] = await connection.rows(plan.sql, fill(plan, values));
    return place?.map(String);
  }
}

function take(values: Values, place: Place): Slot[] {
  return place.map((value) => values.take(value));
}

function placeOf(order: readonly OrderKey[], { values, id }: Position, { plans }: Access): Place {
  const encoded = plans.values();
  return order.map(({ column }, at) => {
    const value = at < values.length ? (values[at] ?? null) : id;
    return value === null ? null : encoded.encode(column, comparableValue(column, value));
  });
}
