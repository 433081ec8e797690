import type { JsonValue } from "./json";

/** A stored record: column name to value, in the form it is answered in (dates as ISO text, lists as arrays). */
export type Row = { readonly [column: string]: JsonValue };

/** A set of changed columns. */
export type Patch = Row;
