import type pg from "pg";

/** For a pool's `verify`: a server that follows another takes no writes, and what it shows may be old. */
export function refuseReadOnly(client: pg.ClientBase, done: (error?: Error) => void): void {
  client.query("show transaction_read_only").then(
    ({ rows: [row] }) => done(row?.transaction_read_only === "off" ? undefined : new ReadOnly()),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  );
}

class ReadOnly extends Error {
  readonly code = "25006";
}
