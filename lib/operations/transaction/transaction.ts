import type { Caller } from "@/lib/auth/grants/caller";
import type { Filter, Projects } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Writer } from "@/lib/store/port/store";
import type { Changes } from "./changes";
import type { Context } from "./context";

/** One write in progress: its transaction, its time, and the way rules change other records. */
export interface Transaction {
  readonly context: Context;
  /** For reading inside the transaction. Rules write through `changes` only. */
  readonly writer: Writer;
  /** Every call is logged with the channel `rule`. */
  readonly changes: Changes;
  /** The time of the whole write, as ISO text. */
  readonly now: string;
}

/** A row or patch while rules may still change it. */
export type Draft = { [column: string]: JsonValue };

/** What a caller may read of a resource: its fields, where, and which records. */
export interface Visibility {
  readonly resource: Resource;
  readonly projects: Projects;
  readonly filter?: Filter;
}

/**
 * What a resource does beyond being stored. Everything runs in the write's transaction: a rule that throws
 * leaves nothing behind. `before…` rules may change the draft; `after…` rules act on other records.
 */
export interface Rules {
  /** Runs before the transaction begins; for work that takes long, such as hashing. */
  readonly prepare?: (context: Context, draft: Draft) => Promise<void>;
  readonly beforeCreate?: (transaction: Transaction, draft: Draft) => Promise<void>;
  readonly afterCreate?: (transaction: Transaction, row: Row) => Promise<void>;
  readonly beforeUpdate?: (transaction: Transaction, before: Row, patch: Draft) => Promise<void>;
  readonly afterUpdate?: (transaction: Transaction, before: Row, after: Row) => Promise<void>;
  readonly beforeRemove?: (transaction: Transaction, row: Row) => Promise<void>;
  readonly afterRemove?: (transaction: Transaction, row: Row) => Promise<void>;
  /** Takes the place of deleting the row. */
  readonly removeInstead?: (transaction: Transaction, row: Row) => Promise<void>;
  /** Takes the place of the permission table for reading. */
  readonly visibility?: (caller: Caller, resource: Resource) => Visibility;
  /** Takes the place of both for what a list or a count asks; undefined where it asks nothing out of the ordinary. */
  readonly visibilityFor?: (
    context: Context,
    query: JsonValue | undefined,
  ) => Promise<Visibility | undefined>;
  /** Takes the place of the permission table for writing: the projects where it may be tried at all. */
  readonly writing?: (caller: Caller) => Projects;
  /** What writing asks for beside the permission table, in a sentence. */
  readonly asksBesides?: string;
  /** Adds to the reply of a create what is shown only once. */
  readonly shownOnce?: (row: Row, draft: Draft) => Row;
}
