import type { Caller, Rights } from "@/lib/auth/grants/caller";
import type { Filter, Projects } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Writer } from "@/lib/store/port/store";
import type { Changes, Channel } from "./changes";
import type { Context } from "./context";
import type { Done } from "./log-access";

/** An open transaction of one caller: `inTransaction` begins and ends it. */
export interface Transaction {
  readonly context: Context;
  /** For reads inside the transaction, and for data beside records. */
  readonly writer: Writer;
  /** Changes records. Every call is logged with the channel of this transaction. */
  readonly changes: Changes;
  /** Returns a project with every column, read once in a transaction; undefined if there is none. */
  project(id: string): Promise<Row | undefined>;
  /** Time of the whole transaction, ISO 8601. */
  readonly now: string;
  /** Appends an entry about the caller to the access log. */
  logAccess(done: Done): Promise<void>;
  /** Returns the same transaction, whose changes are logged with another channel. */
  as(channel: Channel): Transaction;
  /** Returns the same transaction for the caller and the time of another context. */
  for(context: Context): Transaction;
}

/** A row or patch that rules may still change. */
export type Draft = { [column: string]: JsonValue };

/** The records of a resource that one caller may read. */
export interface Visibility {
  /** The definition visible to this caller, which may lack fields. */
  readonly resource: Resource;
  readonly projects: Projects;
  /** Condition on the records in addition to the caller's query. */
  readonly filter?: Filter;
}

/**
 * Behavior of a resource beyond storage. Everything runs in the write's transaction, so a rule that
 * throws leaves no changes. `before…` rules may change the draft; `after…` rules change other
 * records.
 */
export interface Rules {
  /** Runs before the transaction begins, for slow work such as hashing. */
  readonly prepare?: (context: Context, draft: Draft) => Promise<void>;
  readonly beforeCreate?: (transaction: Transaction, draft: Draft) => Promise<void>;
  /** `hasNewId`: the server made the id, so no stored record can refer to the new one. */
  readonly afterCreate?: (transaction: Transaction, row: Row, hasNewId: boolean) => Promise<void>;
  /** `patch` has the values that change, `sent` also those that the record already has. */
  readonly beforeUpdate?: (
    transaction: Transaction,
    before: Row,
    patch: Draft,
    sent: Row,
  ) => Promise<void>;
  readonly afterUpdate?: (transaction: Transaction, before: Row, after: Row) => Promise<void>;
  readonly beforeRemove?: (transaction: Transaction, row: Row) => Promise<void>;
  readonly afterRemove?: (transaction: Transaction, row: Row) => Promise<void>;
  /** Replaces the deletion of the row. Its changes are logged with the channel of the request. */
  readonly removeInstead?: (transaction: Transaction, row: Row) => Promise<void>;
  /** Replaces the permission table for reads. */
  readonly visibility?: (caller: Rights, resource: Resource) => Visibility;
  /** Replaces both for the query of a list or a count; undefined for an ordinary query. */
  readonly visibilityFor?: (
    context: Context,
    query: JsonValue | undefined,
  ) => Promise<Visibility | undefined>;
  /** Replaces the permission table for writes: the projects where the caller may try to write. */
  readonly writing?: (caller: Caller) => Projects;
  /** Condition of writes besides the permission table, as a sentence. */
  readonly asksBesides?: string;
  /** Adds one-time values to the reply of a create. */
  readonly shownOnce?: (row: Row, draft: Draft) => Row;
}
