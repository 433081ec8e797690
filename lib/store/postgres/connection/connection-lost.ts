import type pg from "pg";

/** A connection that was made is lost, which says nothing about the next. */
export class ConnectionLost extends Error {}

/** A host that neither lets in nor refuses. */
export class HostUnresponsive extends Error {
  readonly code = "ETIMEDOUT";
}

/** A pool that is left would let those who wait in it wait in vain. */
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
    // Not a moment later: who leaves in between would take back a connection that has been handed out.
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
