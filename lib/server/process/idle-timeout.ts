import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Number of requests in progress on each connection. Zeros stay, because most connections go on. */
const inProgress = new WeakMap<Socket, number>();

/**
 * Ends connections whose idle timeout passes, but for those with a request in progress. The timeout
 * is for clients that do not read, and until the response, the server is the idle side. Writing the
 * response begins the timeout anew. The limit for the arrival of a request (`requestTimeout`) stays.
 */
export function endIdleConnections(server: Server): void {
  // With a listener, Node leaves the end of the connection to it.
  server.on("timeout", (socket) => {
    if ((inProgress.get(socket) ?? 0) === 0) socket.destroy();
  });
}

/** Notes the beginning of a request. Call `endRequest` when its response is known. */
export function beginRequest(socket: Socket): void {
  // A client may send further requests on the connection before the first is answered.
  inProgress.set(socket, (inProgress.get(socket) ?? 0) + 1);
}

/** Notes the end of a request. */
export function endRequest(socket: Socket): void {
  inProgress.set(socket, (inProgress.get(socket) ?? 1) - 1);
}
