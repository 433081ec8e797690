/** Connections of one process for writes of projects. */
export const projectConnections = 4;

/** All connections that write: also one for the deployment, and one that numbers the change log. */
export const writeConnections = projectConnections + 2;

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
