import type pg from "pg";

/** A pool's `verify` function. Refuses a replica, which takes no writes and may be stale. */
export function refuseReadOnly(client: pg.ClientBase, done: (error?: Error) => void): void {
  client.query("show transaction_read_only").then(
    ({ rows: [row] }) => done(row?.transaction_read_only === "off" ? undefined : new ReadOnly()),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  );
}

class ReadOnly extends Error {
  readonly code = "25006";
}
