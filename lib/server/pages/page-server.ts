import { AsyncLocalStorage } from "node:async_hooks";
import { createServer, type RequestListener } from "node:http";
import type { Duplex } from "node:stream";
import type { MessagePort } from "node:worker_threads";
import compression from "compression";
import { type DocumentReads, shareDocumentReads } from "@/lib/document-reads";
import { deferScripts } from "./document/defer-scripts";
import { createDocumentReads } from "./document-reads";
import { maxHeaderSize } from "./header-limit";
import { PortSocket } from "./port-socket";

const documents = new AsyncLocalStorage<DocumentReads>();
shareDocumentReads(documents);

type ServeConnection = (
  connection: MessagePort,
  reads: MessagePort | undefined,
  showsRecords?: boolean,
) => void;
type RenderPage = (...parts: Parameters<RequestListener>) => Promise<void>;

/**
 * Returns a function that serves one connection, whose other end is in the main thread. Pages are
 * rendered by `render`. Those of a connection with `reads` may read from the API meanwhile, by
 * `documentReads`. Those that show records do so before their scripts load. If a page fails, `report`
 * gets the error, and the connection breaks.
 */
export function createPageServer(
  render: RenderPage,
  report: (error: unknown) => void,
): ServeConnection {
  const compress = compression();
  const readsOf = new WeakMap<Duplex, DocumentReads>();
  const withRecords = new WeakSet<Duplex>();
  // It never listens. The main thread has checked the requests.
  const server = createServer({ maxHeaderSize, requireHostHeader: false });
  server.on("request", async (request, response) => {
    const reads = readsOf.get(request.socket);
    compress(request, response, () => undefined);
    if (withRecords.has(request.socket)) deferScripts(request, response);
    const run = () => render(request, response);
    try {
      await (reads ? documents.run(reads, run) : run());
    } catch (error) {
      report(error);
      response.destroy();
    }
  });
  return (connection, reads, showsRecords) => {
    const socket = new PortSocket(connection);
    if (reads) readsOf.set(socket, createDocumentReads(reads));
    if (showsRecords) withRecords.add(socket);
    server.emit("connection", socket);
  };
}
