import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** How many requests of a connection are worked on, and the limit it had before. */
interface Suspended {
  requests: number;
  readonly limitMs: number;
}

const suspended = new WeakMap<Socket, Suspended>();

/**
 * Works on a request without the limit of silence on its connection, which is for clients that do not read: until there
 * is an answer, it is the server that is silent. The limit for the arrival of a request (`requestTimeout`) stays.
 */
export async function withoutIdleTimeout<T>(
  { socket }: Pick<IncomingMessage, "socket">,
  work: () => Promise<T>,
): Promise<T> {
  // A client may send further requests on the connection before the first is answered.
  const own = suspended.get(socket) ?? { requests: 0, limitMs: socket.timeout ?? 0 };
  suspended.set(socket, own);
  own.requests += 1;
  socket.setTimeout(0);
  try {
    return await work();
  } finally {
    own.requests -= 1;
    if (own.requests === 0) {
      suspended.delete(socket);
      socket.setTimeout(own.limitMs);
    }
  }
}
