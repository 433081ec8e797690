import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/** A proxy before a PostgreSQL server, which adds delay and counts the waits of its clients. */
export interface DelayProxy {
  /** Returns the URL of a database through the proxy. */
  url(database: string): string;
  /**
   * Number of round trips so far: the times that a client sent something after it had received the
   * answers to everything before.
   */
  readonly roundTrips: () => number;
  close(): Promise<void>;
}

/**
 * Starts a proxy before the server whose socket is in `folder`. What clients send arrives `delayMs`
 * later; answers are not delayed.
 */
export async function startDelayProxy(folder: string, delayMs: number): Promise<DelayProxy> {
  let trips = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(`${folder}/.s.PGSQL.5432`);
    let wasAnswered = true;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (sent) => {
      if (wasAnswered) trips += 1;
      wasAnswered = false;
      if (delayMs === 0) upstream.write(sent);
      else setTimeout(() => upstream.write(sent), delayMs);
    });
    upstream.on("data", (answer) => {
      wasAnswered = true;
      client.write(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (database) => `postgres://tocsin@127.0.0.1:${port}/${database}`,
    roundTrips: () => trips,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
