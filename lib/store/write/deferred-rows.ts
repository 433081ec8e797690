import type { Connection } from "@/lib/store/port/engine";
import { send } from "@/lib/store/statement/send";

/** Rows that a transaction stores later, because one statement for many rows costs less. */
export interface DeferredRows {
  /** The table of the rows, as statements name it. */
  readonly table: string;
  readonly isEmpty: boolean;
  /** Stores the rows. */
  write(): Promise<void>;
}

/**
 * Returns the same connection, which first stores the deferred rows of each table that a statement
 * names.
 */
export function withDeferredRows(
  connection: Connection,
  deferred: readonly DeferredRows[],
): Connection {
  const isDue = (text: string) =>
    deferred.some((rows) => !rows.isEmpty && text.includes(rows.table));
  const settle = async (text: string) => {
    for (const rows of deferred) if (text.includes(rows.table)) await rows.write();
  };
  // Most statements name none of the tables, and each promise costs time.
  return {
    rows: (text, ...others) =>
      isDue(text)
        ? settle(text).then(() => connection.rows(text, ...others))
        : connection.rows(text, ...others),
    run: (text, parameters) =>
      isDue(text)
        ? settle(text).then(() => connection.run(text, parameters))
        : connection.run(text, parameters),
    send: (text, parameters) =>
      isDue(text)
        ? settle(text).then(() => send(connection, text, parameters))
        : send(connection, text, parameters),
  };
}
