import type { Kysely } from "kysely";
import type { Filter, Position, Projects, SortKey } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import type { Patch, Row } from "@/lib/schema/row";
import type { DeletedProject } from "@/lib/store/port/deleted-project";
import type { ByteLimit, ShortenedRow } from "@/lib/store/port/shortened-row";
import type { DatabaseFacts, PoolLoad, SnapshotForm } from "./database-facts";

/** Which records to find. Only records of `projects` exist for the asker. */
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
  /** Also records of deleted projects that are still being removed. */
  readonly includeDeleted?: boolean;
  /** Only what comes after this position in the order (keyset paging); `skip` is then ignored. */
  readonly after?: Position;
}

/** A search over many resources for records known by words. */
export interface TextSearch {
  readonly text: string;
  /** Where to look. Only what lies in one of these places exists for the asker. */
  readonly scopes: readonly SearchScope[];
  readonly limit: number;
}

/** Resources, by path, that may be searched in the same projects. */
export interface SearchScope {
  readonly projects: Projects;
  readonly paths: readonly string[];
}

/** A record that a search found. */
export interface Found {
  readonly path: string;
  readonly id: string;
}

/** Which ids are asked for. */
export interface DistinctIdsRequest {
  readonly column: string;
  readonly projectId: string;
  readonly after?: string;
  readonly limit: number;
}

/** Reads. All methods throw `AppError("query_too_expensive")` when a scan outlives its deadline. */
export interface Reader {
  find(resource: Resource, ask: Find): Promise<Row[]>;
  /** As `find`, but values that are longer than their part of `most` are left out, and it is said how long they are. */
  findShortened(resource: Resource, ask: Find, most: ByteLimit): Promise<ShortenedRow[]>;
  /** The number of matches: from counter rows where they serve, else through an index. */
  count(resource: Resource, ask: Pick<Find, "projects" | "filter">): Promise<number>;
  /** Records that are known by every word of a text: those it names exactly first, then the newest. */
  search(search: TextSearch): Promise<readonly Found[]>;
  /**
   * The ids that records of a project name in a relation, each once, in order, from behind `after` on. Undefined for a
   * column that has no counter rows.
   */
  distinctIds(resource: Resource, ask: DistinctIdsRequest): Promise<readonly string[] | undefined>;
  /** A piece of the bytes that a record holds, from 0 on; undefined after the last. */
  contentPiece(id: string, place: number): Promise<Uint8Array | undefined>;
  /** The deleted projects whose records are still being removed; nobody else finds these records. */
  deletedProjects(): Promise<readonly DeletedProject[]>;
  /** A value of Tocsin's own settings table, or undefined. */
  setting(name: string): Promise<string | undefined>;
  /** A kept answer to an idempotent create, or undefined; those older than 24 h are gone. */
  idempotencyRecord(
    caller: string,
    path: string,
    key: string,
  ): Promise<IdempotencyRecord | undefined>;
}

/** What is remembered of a create that carried an `Idempotency-Key`. */
export interface IdempotencyRecord {
  readonly bodyHash: string;
  readonly recordId: string;
  /** Null where no answer may be kept. */
  readonly answer: string | null;
}

/** Writes inside one transaction; nothing is visible to others until it ends. */
export interface Writer extends Reader {
  /** Stores a complete row (`_id`, `createdAt` … included). Throws `conflict` when a unique value is taken. */
  insert(resource: Resource, row: Row): Promise<void>;
  /**
   * Changes columns of one record and adds 1 to its version. False when there is no such record in `projects`
   * or, with `version`, when the record has another one: the guard stands in the UPDATE's WHERE.
   */
  update(resource: Resource, id: string, patch: Patch, guard: Guard): Promise<boolean>;
  /** Deletes one record; false as for `update`. Relations of others are the caller's concern. */
  remove(resource: Resource, id: string, guard: Guard): Promise<boolean>;
  /**
   * Changes columns of one record without adding to its version and without counting as a write in
   * `Store.writesOf`: for bookkeeping such as a last use. False when there is no such record.
   */
  updateQuietly(resource: Resource, id: string, patch: Patch): Promise<boolean>;
  /** Keeps the bytes of a record of a resource that has them; they go with it. */
  putContent(id: string, bytes: Uint8Array): Promise<void>;
  /** Appends one entry to the change log; the store numbers it. */
  appendChange(entry: Row): Promise<void>;
  /** Hides a project and its records from all reads until `forgetLeaving`; `note` replaces an earlier one. */
  hideDeletedProject(projectId: string, note: string): Promise<void>;
  forgetDeletedProject(projectId: string): Promise<void>;
  putSetting(name: string, value: string): Promise<void>;
  saveIdempotencyRecord(
    caller: string,
    path: string,
    key: string,
    kept: IdempotencyRecord,
  ): Promise<void>;
  /** Adds one to a named counter and returns it; `atLeast` lifts it first. */
  countUp(name: string): Promise<number>;
  raiseTo(name: string, atLeast: number): Promise<void>;
  /** This transaction's own handle for the tables of the sign-in library; no other may be used inside. */
  authDatabase(): AuthDatabase;
}

export interface Guard {
  readonly projects: Projects;
  readonly version?: number;
}

/** How a write differs from most. */
export interface WriteOptions {
  /** It may change much of what there is: it comes first in its commit, where no copies are kept to undo it by. */
  readonly isLarge?: boolean;
}

/** A database of records. Nothing here says which engine. */
export interface Store {
  readonly reader: Reader;
  /** Runs `work` in one transaction: all of it or, when it throws, none. Do no waiting on the world inside. */
  write<T>(work: (writer: Writer) => Promise<T>, manner?: WriteOptions): Promise<T>;
  /**
   * How often a transaction that inserted, changed or removed records of this resource has ended, raised
   * before `write` resolves. Undefined while another process may write too: then nothing may be cached.
   * Throws `unavailable` once the store is closed.
   */
  writesOf(path: string): number | undefined;
  /** The handle for the tables of the sign-in library; never used inside a transaction. */
  authDatabase(): AuthDatabase;
  /** What a snapshot is, and what is missing to take one. */
  snapshotForm(): Promise<SnapshotForm>;
  /** The whole database as a file of its own, as it is now, piece by piece. Throws `unavailable` when it cannot be made. */
  snapshot(): Promise<AsyncIterable<Uint8Array>>;
  /** Reads from those that stand by, where there are any: what they know may be old. */
  readonly replica?: Reader;
  /** The connections to a server at this moment, by what they are for; none where there is no server. */
  pools(): Readonly<Record<string, PoolLoad>>;
  /** How large the database is and what it is at. */
  facts(): Promise<DatabaseFacts>;
  /** Resolves when the database answers; throws otherwise. */
  ping(): Promise<void>;
  /** Ends in-flight work and closes the database. */
  close(): Promise<void>;
}

/** A database as the sign-in library takes it; its own tables start with `auth_`. */
export interface AuthDatabase {
  readonly db: Kysely<Record<string, Record<string, unknown>>>;
  readonly type: "sqlite" | "postgres";
}
