import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { pageUnavailable } from "./page-unavailable";
import { PortSocket } from "./port-socket";

/** Asks the thread to serve a connection, with a port to the API if its request may read. */
interface Connect {
  readonly connection: MessagePort;
  readonly reads: MessagePort | undefined;
  /** Whether the document holds records, so that it is shown before its scripts load. */
  readonly showsRecords: boolean;
}

export type ThreadRequest = Connect | "free memory";

/** An error that belongs to no response. */
interface Trouble {
  readonly trouble: string;
  readonly message: string;
  readonly stack: string | undefined;
}

/** The thread is ready to answer, or an error occurred in it. */
export type ThreadReport = "ready" | Trouble;

/** The thread that renders the pages. */
export interface PageThread {
  /**
   * Opens a connection for one request, which may read from the API by `reads`. A document that
   * `showsRecords` is shown before its scripts load.
   */
  connect(reads: MessagePort | undefined, showsRecords?: boolean): PortSocket;
  /** Collects the garbage of the thread. */
  freeMemory(): void;
  /** Resolves when the thread has ended. Connections are closed then. */
  readonly ended: Promise<void>;
}

/**
 * Starts the thread that renders the pages and runs `program`. Resolves when it can answer. Rejects
 * with "unavailable" if it ends before that. `logTrouble` gets the errors that belong to no response.
 */
export function startPageThread(
  program: URL,
  logTrouble: (what: string, error: unknown) => void,
): Promise<PageThread> {
  const worker = new Worker(program);
  // The process may end while the thread waits for requests.
  worker.unref();
  worker.on("error", (error) => logTrouble("the thread of the pages failed", error));
  /** The open connections; undefined once the thread has ended. */
  let open: Set<PortSocket> | undefined = new Set();
  const ended = new Promise<void>((resolve) => {
    worker.on("exit", () => {
      // A port that the thread has not yet taken over is not closed with it.
      for (const socket of open ?? []) socket.destroy();
      open = undefined;
      resolve();
    });
  });
  const thread: PageThread = {
    connect: (reads, showsRecords = false) => {
      const { port1, port2: connection } = new MessageChannel();
      const connect: ThreadRequest = { connection, reads, showsRecords };
      worker.postMessage(connect, reads ? [connection, reads] : [connection]);
      const socket = new PortSocket(port1);
      if (open === undefined) return socket.destroy();
      open.add(socket);
      return socket.on("close", () => open?.delete(socket));
    },
    freeMemory: () => worker.postMessage("free memory" satisfies ThreadRequest),
    ended,
  };
  return new Promise((resolve, reject) => {
    worker.on("message", (report: ThreadReport) => {
      if (report === "ready") return resolve(thread);
      const { trouble, ...error } = report;
      logTrouble(trouble, Object.assign(new Error(), error));
    });
    void ended.then(() => reject(pageUnavailable()));
  });
}
