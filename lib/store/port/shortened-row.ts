import type { Row } from "@/lib/schema/row";

/** How many bytes of long values a read may bring, and how many rows at most share them. */
export interface ByteLimit {
  readonly bytes: number;
  readonly rows: number;
}

/** A record without its long values. */
export interface ShortenedRow {
  /** With null in place of each value that was left out. */
  readonly row: Row;
  /** The length of its values of the kinds that may be long, in bytes of UTF-8; of short ones about. */
  readonly bytes: number;
  /** True when a value was left out. */
  readonly isCut: boolean;
}
