import { createServer } from "node:http";
import { duplexPair } from "node:stream";
import type { Application } from "@/lib/app";
import type { ListenerParts } from "./listener";
import { inPageContext } from "./page-contexts";

/**
 * Loads the console and builds the API document, so that the first visitor does not wait. Resolves
 * when both are done, which the log notes. If the console cannot be loaded, the log gets a warning.
 */
export async function warmUp(
  { warmUp: makeDocument, log }: Pick<Application, "warmUp" | "log">,
  pages: ListenerParts["pages"],
): Promise<void> {
  try {
    for (const path of usualFirstPages) await askFor(path, pages);
    await makeDocument();
    log.info("the console is ready");
  } catch (error) {
    log.warn(`The console could not be made ready: ${String(error)}`);
  }
}

/**
 * A page of the console loads more code than the sign-in page. Requests without a session read no
 * record, so the names in the paths need not exist.
 */
const usualFirstPages = ["/sign-in", "/p/-/incident", "/p/-/incident/-"];

/** Sends one request through a server that never listens. It needs no port and is not logged. */
function askFor(path: string, pages: ListenerParts["pages"]): Promise<void> {
  return new Promise((resolve, reject) => {
    const [client, connection] = duplexPair();
    const server = createServer((request, response) => {
      inPageContext(response, () => pages(request, response)).catch((error: unknown) => {
        client.destroy();
        connection.destroy();
        reject(error);
      });
    });
    server.emit("connection", connection);
    client.on("close", resolve).on("end", () => client.destroy());
    client.resume();
    client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  });
}
