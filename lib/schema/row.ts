import type { JsonValue } from "./json";

/** A stored record: column name to value, in response form (dates as ISO text, lists as arrays). */
export type Row = { readonly [column: string]: JsonValue };

/** A set of changed columns. */
export type Patch = Row;
