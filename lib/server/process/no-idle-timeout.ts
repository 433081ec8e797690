import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** Number of requests in progress on a connection, and its limit before. */
interface Suspended {
  requests: number;
  limitMs: number;
}

const suspended = new WeakMap<Socket, Suspended>();

/**
 * Handles a request without the idle timeout of its connection. That timeout is for clients that do
 * not read, but until the response, the server is the idle side. The limit for the arrival of a
 * request (`requestTimeout`) stays.
 */
export async function withoutIdleTimeout<T>(
  { socket }: Pick<IncomingMessage, "socket">,
  work: () => Promise<T>,
): Promise<T> {
  // A client may send further requests on the connection before the first is answered.
  const own = requestsOf(socket);
  if (own.requests === 0) own.limitMs = socket.timeout ?? 0;
  own.requests += 1;
  socket.setTimeout(0);
  try {
    return await work();
  } finally {
    own.requests -= 1;
    if (own.requests === 0) socket.setTimeout(own.limitMs);
  }
}

/** Returns the entry of a connection, kept as long as the connection. */
function requestsOf(socket: Socket): Suspended {
  const known = suspended.get(socket);
  if (known) return known;
  const made = { requests: 0, limitMs: 0 };
  suspended.set(socket, made);
  return made;
}
