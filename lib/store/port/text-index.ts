import type { Projects } from "@/lib/schema/filter";
import type { Connection, Sql } from "./engine";

/** The record and column of a text. */
export interface TextOperand {
  /** Id of the record. */
  readonly id: Sql;
  /** Names of the table and the column. */
  readonly column: string;
}

/** A text search over several resources. */
export interface TextSearch {
  readonly text: string;
  /** Projects and resources to search. Records outside do not exist for the caller. */
  readonly scopes: readonly SearchScope[];
  readonly limit: number;
}

/** Paths of resources that may be searched in the same projects. */
export interface SearchScope {
  readonly projects: Projects;
  readonly paths: readonly string[];
}

/** A record that a search found. */
export interface Found {
  readonly path: string;
  readonly id: string;
}

/**
 * A record's entry in the search index, with texts folded as in
 * `lib/schema/search-text/search-text.ts`.
 */
export interface TextEntry {
  readonly path: string;
  readonly id: string;
  readonly projectId: string | null;
  /** Everything that search finds the record by, one text a line. */
  readonly text: string;
  /** Normalized names: a query equal to one of them names the record exactly. */
  readonly names: readonly string[];
  /** Columns whose text the index does not hold whole, because it is long. */
  readonly partial: readonly string[];
}

/** A part that a text contains, to be looked up for a filter. */
export interface PartLookup {
  readonly path: string;
  readonly column: string;
  readonly projects: Projects;
  readonly part: string;
  /** Number of matches after which a scan would end; absent: it reads all records. */
  readonly wanted?: number;
}

/** A text index over all resources, updated in the transactions that change records. */
export interface TextIndex {
  /** Creates the index if missing, and empties it. */
  reset(connection: Connection): Promise<void>;
  /** Adds structures that newer versions need to a filled index; absent when there are none. */
  complete?(connection: Connection): Promise<void>;
  put(connection: Connection, entry: TextEntry): Promise<void>;
  /** Removes a record; does nothing when it is not indexed. */
  remove(connection: Connection, path: string, id: string): Promise<void>;
  /**
   * Returns records that hold every word of the query: exact names first, then the newest entries.
   */
  find(connection: Connection, search: TextSearch): Promise<readonly Found[]>;
  /**
   * Returns the ids of some records, among them all whose column contains the part in any case.
   * `mostMs` as in `Connection.rows`. Undefined when the index cannot tell, or not sooner than a
   * scan of the records.
   */
  candidates(
    connection: Connection,
    lookup: PartLookup,
    mostMs?: number,
  ): Promise<readonly string[] | undefined>;
}
