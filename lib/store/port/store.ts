import type { Filter, Position, Projects, SortKey } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import type { Patch, Row } from "@/lib/schema/row";
import type { AuthReader, AuthWriter } from "@/lib/store/port/auth-tables";
import type { DeletedProject } from "@/lib/store/port/deleted-project";
import type {
  JsonField,
  PreparedCount,
  PreparedFind,
  PreparedJson,
} from "@/lib/store/port/prepared";
import type { ByteLimit, ShortenedRow } from "@/lib/store/port/shortened-row";
import type { JobReader, JobTable } from "./jobs";
import type { Milestones } from "./milestones";
import type { OpenDatabase } from "./open-database";
import type { OwnerPeriods, PeriodRequest } from "./periods";
import type { RangeCount, RangeCountRequest, RangeRequest } from "./range";
import type { CountEachRequest, DistinctIdsRequest, IdempotencyRecord } from "./reads";
import type { Found, TextSearch } from "./text-index";

/** A query for records. Only records of `projects` exist for the caller. */
export interface Find {
  readonly projects: Projects;
  readonly filter?: Filter;
  /** Columns to read, hidden ones included when named; absent: all that are not hidden. */
  readonly columns?: readonly string[];
  /** Absent: the resource's time field, newest first. */
  readonly sort?: readonly SortKey[];
  /** Absent: every match. */
  readonly limit?: number;
  readonly skip?: number;
  /** Includes records of projects whose deletion is in progress. */
  readonly includeDeleted?: boolean;
  /** Only records after this position in the order (keyset pagination); `skip` is then ignored. */
  readonly after?: Position;
}

/** Reads. All methods throw `AppError("query_too_expensive")` when a scan exceeds its deadline. */
export interface Reader {
  readonly auth: AuthReader;
  find(resource: Resource, ask: Find): Promise<Row[]>;
  /** As `find`, without values longer than their share of `most`; returns their lengths instead. */
  findShortened(resource: Resource, ask: Find, most: ByteLimit): Promise<ShortenedRow[]>;
  /** Prepares `findShortened`, to be run any number of times. */
  prepare(resource: Resource, ask: Find, most: ByteLimit): PreparedFind;
  /**
   * Prepares the same query for records as JSON with these fields, and the columns of `besides`.
   * Absent when the engine cannot do it.
   */
  readonly prepareJson?: (
    resource: Resource,
    ask: Find,
    most: ByteLimit,
    shown: { readonly fields: readonly JsonField[]; readonly besides: readonly string[] },
  ) => PreparedJson;
  /** Prepares `count` likewise. */
  prepareCount(resource: Resource, ask: Pick<Find, "projects" | "filter">): PreparedCount;
  /** Returns the number of matches, from counter rows if possible, else through an index. */
  count(resource: Resource, ask: Pick<Find, "projects" | "filter">): Promise<number>;
  /** Returns the number of records for each id, from counter rows; 0 is absent. */
  countEach(resource: Resource, ask: CountEachRequest): Promise<ReadonlyMap<string, number>>;
  /** Returns records that hold every word of a text: exact names first, then the newest. */
  search(search: TextSearch): Promise<readonly Found[]>;
  /**
   * Returns the distinct ids that records of a project refer to in a relation, in order, starting
   * after `after`. Undefined for a column without counter rows.
   */
  distinctIds(resource: Resource, ask: DistinctIdsRequest): Promise<readonly string[] | undefined>;
  /** Returns a chunk of a record's bytes, counted from 0; undefined after the last. */
  contentPiece(id: string, place: number): Promise<Uint8Array | undefined>;
  /** Returns the projects whose deletion is in progress; no other read finds their records. */
  deletedProjects(): Promise<readonly DeletedProject[]>;
  /**
   * Returns the events of owners from the first one that can reach beyond an instant, by owner, in
   * the order of start and id. Only for a resource whose events are packed.
   */
  periods(resource: Resource, ask: PeriodRequest): Promise<OwnerPeriods>;
  /** Returns the next records of a project in a range of a date, in the order of date and id. */
  range(resource: Resource, ask: RangeRequest): Promise<Row[]>;
  /** Returns the number of records with some values among the next records of a range. */
  countRange(resource: Resource, ask: RangeCountRequest): Promise<RangeCount>;
  /**
   * Returns the milestones of records with a lifecycle by id. An id without a record is not in the
   * map. Only for a resource with durations.
   */
  milestones(resource: Resource, ids: readonly string[]): Promise<ReadonlyMap<string, Milestones>>;
  readonly jobs: JobReader;
  /** Returns a value of Tocsin's own settings table, or undefined. */
  setting(name: string): Promise<string | undefined>;
  /**
   * Returns the stored reply to an idempotent create, or undefined; records older than 24 h are
   * gone.
   */
  idempotencyRecord(
    caller: string,
    path: string,
    key: string,
  ): Promise<IdempotencyRecord | undefined>;
}

/**
 * Writes inside one transaction; changes are visible to others after the commit. Changes of records
 * are the part of `RecordWriter`.
 */
export interface Writer extends Reader {
  readonly auth: AuthWriter;
  /**
   * Changes columns of one record without a new version and without counting in `Store.writesOf`,
   * for example a last use. Returns false when there is no such record.
   */
  updateQuietly(resource: Resource, id: string, patch: Patch): Promise<boolean>;
  /** Stores the bytes of a record; they are deleted with it. */
  putContent(id: string, bytes: Uint8Array): Promise<void>;
  readonly jobs: JobTable;
  /**
   * Hides a project and its records from all reads until `forgetDeletedProject`; `note` replaces an
   * earlier one.
   */
  hideDeletedProject(projectId: string, note: string): Promise<void>;
  forgetDeletedProject(projectId: string): Promise<void>;
  putSetting(name: string, value: string): Promise<void>;
  saveIdempotencyRecord(
    caller: string,
    path: string,
    key: string,
    kept: IdempotencyRecord,
  ): Promise<void>;
  /** Adds one to a named counter and returns it; `atLeast` raises it first. */
  countUp(name: string): Promise<number>;
  raiseTo(name: string, atLeast: number): Promise<void>;
}

/** Changes records. Only transactions of operations use it, because they log each change. */
export interface RecordWriter extends Writer {
  /**
   * Stores a complete row (`_id`, `createdAt` … included). Throws `conflict` on a unique violation.
   * `isFirst`: an event that is known to be the only one of its record.
   */
  insert(resource: Resource, row: Row, isFirst?: boolean): Promise<void>;
  /**
   * Changes columns of one record and adds 1 to its version. Returns false when `projects` hold no
   * such record or, with `version`, when the record has another version: the guard is in the
   * UPDATE's WHERE.
   */
  update(resource: Resource, id: string, patch: Patch, guard: Guard): Promise<boolean>;
  /** Deletes one record; returns false as `update` does. The caller handles references to it. */
  remove(resource: Resource, id: string, guard: Guard): Promise<boolean>;
  /** Appends one entry to the change log; the store assigns its number. */
  appendChange(entry: Row): Promise<void>;
}

export interface Guard {
  readonly projects: Projects;
  readonly version?: number;
}

/** Options of a write. */
export interface WriteOptions {
  /**
   * The write may change much of the database: it runs first in its commit, without copies for a
   * rollback.
   */
  readonly isLarge?: boolean;
  /**
   * The project whose records the write changes. Where the engine can, writes of other projects run
   * meanwhile. If the write turns out to need more, it runs again from its start, alone.
   */
  readonly project?: string | undefined;
}

/** A database of records, independent of the engine. */
export interface Store extends OpenDatabase {
  readonly reader: Reader;
  /** True when `WriteOptions.project` matters. */
  readonly hasProjectLocks: boolean;
  /** Runs `work` in one transaction, which rolls back when it throws. Await no I/O inside. */
  write<T>(work: (writer: RecordWriter) => Promise<T>, manner?: WriteOptions): Promise<T>;
  /**
   * Returns the number of ended transactions that inserted, changed or removed records of this
   * resource, raised before `write` resolves. Undefined when another process may write too: reads
   * must not be cached then. Throws `unavailable` once the store is closed. For `sessionsPath`,
   * counts those that confirmed or ended sessions.
   */
  writesOf(path: string): number | undefined;
  /**
   * Returns a number that changes with each change of keys, memberships, users or sessions. NaN,
   * which equals nothing, while such a change awaits its commit. Changes by other processes count
   * from the beginning of a transaction.
   */
  accessVersion(): number;
  /** Reads from replicas, if configured. Results may be stale. */
  readonly replica?: Reader;
  /** Resolves when the database answers; throws otherwise. */
  ping(): Promise<void>;
}
