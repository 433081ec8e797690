import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import type { Codec } from "./codec";
import type { Counter } from "./counters";

/** A column as it lies in a table. */
export interface StoredColumn {
  readonly name: string;
  readonly source: Column;
  readonly codec: Codec;
  readonly notNull: boolean;
  /** A second column that keeps the text in lower case, for comparisons that disregard case. */
  readonly folded?: string;
  /** The link table of a relation list. */
  readonly link?: string;
}

/** The column of a relation list. */
export type LinkedColumn = StoredColumn & { readonly link: string };

/** Where the records of a resource are kept: all of it derived from the definition. */
export interface Table {
  readonly resource: Resource;
  readonly name: string;
  readonly columns: readonly StoredColumn[];
  readonly byName: ReadonlyMap<string, StoredColumn>;
  /** The columns a find answers with when none are named. */
  readonly visible: readonly string[];
  /** Relations whose values have counter rows. */
  readonly counted: readonly StoredColumn[];
  /** Everything that has counter rows but for the elements of lists. */
  readonly counters: readonly Counter[];
  /** Relation lists: each element has counter rows and a row in the link table. */
  readonly lists: readonly LinkedColumn[];
  readonly indexes: readonly Index[];
  /** The number that the store counts up by itself, the primary key in place of `_id`. */
  readonly sequence?: string;
}

/** An index of a table. */
export interface Index {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
}
