/** Connections of one process that write: one for the deployment, the others for projects. */
export const writeConnections = 5;

/** Connection timeout in milliseconds. */
export const connectMs = 5_000;

/** Returns the driver's time limits for the connections of statements that may take `statementMs`. */
export function statementLimits(statementMs: number) {
  return {
    statement_timeout: statementMs,
    lock_timeout: Math.min(statementMs, 10_000),
    // A process that freezes while it holds a lock of writes blocks others for this long.
    idle_in_transaction_session_timeout: 4_000,
    // Ends statements on a dead network.
    query_timeout: statementMs + 5_000,
  };
}
