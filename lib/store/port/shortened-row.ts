import type { Row } from "@/lib/schema/row";

/** Byte limit for the long values of a read, and the most rows that share it. */
export interface ByteLimit {
  readonly bytes: number;
  readonly rows: number;
  /** Characters that are read of a longer text. Absent: a longer text is omitted, as other values. */
  readonly beginning?: number;
}

/** A record without its long values. */
export interface ShortenedRow {
  /** The record, with null in place of each omitted value. */
  readonly row: Row;
  /**
   * Length of values of kinds that may be long, in bytes of UTF-8; approximate for short values.
   */
  readonly bytes: number;
  /** True when a value was omitted. */
  readonly isCut: boolean;
}
