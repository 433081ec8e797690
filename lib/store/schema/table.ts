import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import type { Codec } from "@/lib/schema/values/kind";
import type { Counter } from "./counters";

/** A column of a table. */
export interface StoredColumn {
  readonly name: string;
  readonly source: Column;
  readonly codec: Codec;
  readonly notNull: boolean;
  /** A second column with the text in lower case, for comparisons that ignore case. */
  readonly folded?: string;
  /** The link table of a relation list. */
  readonly link?: string;
}

/** The column of a relation list. */
export type LinkedColumn = StoredColumn & { readonly link: string };

/** Tables of a resource, derived from its definition. */
export interface Table {
  readonly resource: Resource;
  readonly name: string;
  readonly columns: readonly StoredColumn[];
  readonly byName: ReadonlyMap<string, StoredColumn>;
  /** Columns that a find returns when none are named. */
  readonly visible: readonly string[];
  /** Relations whose values have counter rows. */
  readonly counted: readonly StoredColumn[];
  /** All counters except those of list elements. */
  readonly counters: readonly Counter[];
  /** Relation lists: each element has counter rows and a row in the link table. */
  readonly lists: readonly LinkedColumn[];
  readonly indexes: readonly Index[];
  /** The number that the store assigns, which replaces `_id` as the primary key. */
  readonly sequence?: string;
}

/** An index of a table. */
export interface Index {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** The index holds only the records with a value in this column. Absent: all records. */
  readonly having?: string;
}
