import type { Row } from "@/lib/schema/row";
import type { ShortenedRow } from "./shortened-row";

/** A prepared query. Each run reads the database anew and keeps nothing of the result. */
export interface PreparedFind {
  /**
   * Returns the matching records in order. `id`: only the record of that id; a query is run either
   * always with an id or never. `isSlow`: `PreparedJson.rows` found the same query slow.
   */
  rows(id?: string, isSlow?: boolean): Promise<ShortenedRow[]>;
}

/** A prepared query for a number of records. */
export interface PreparedCount {
  count(): Promise<number>;
}

/** A field of a record as JSON: the value of a column, whether it has one, or null. */
export interface JsonField {
  readonly name: string;
  readonly column: string;
  readonly shows: "value" | "presence" | "nothing";
}

/** A record as JSON text, and some of its columns. */
export interface JsonRow {
  readonly text: string;
  readonly row: Row;
}

/** A prepared query for records as JSON. */
export interface PreparedJson {
  /**
   * Returns the records as `PreparedFind.rows` does. They must be read that way instead when a value
   * is long, when the query takes long, or when its statement must be planned each time.
   */
  rows(id?: string): Promise<readonly JsonRow[] | "long" | "slow" | "planned">;
}
