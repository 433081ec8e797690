import type pg from "pg";

/** An established connection was lost, which does not mean that the next one fails. */
export class ConnectionLost extends Error {}

/** The host neither accepts nor refuses connections. */
export class HostUnresponsive extends Error {
  readonly code = "ETIMEDOUT";
}

/** Rejects the callers that wait in an abandoned pool, which would never serve them. */
export function unlessConnectionLost(
  given: Promise<pg.PoolClient>,
  waiting: Set<(why: unknown) => void>,
): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    const leave = (why: unknown) => {
      reject(why);
      given.then((client) => client.release(true), ignore);
    };
    waiting.add(leave);
    // Removed at once: a later abandonment would take back a connection that has been handed out.
    given.then(
      (client) => {
        waiting.delete(leave);
        resolve(client);
      },
      (error) => {
        waiting.delete(leave);
        reject(error);
      },
    );
  });
}

function ignore(): undefined {
  return undefined;
}
