import { createServer } from "node:http";
import { duplexPair } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type { Application } from "@/lib/app";
import { withDocumentReads } from "./document-reads";
import type { ListenerParts } from "./listener";
import { inPageContext } from "./page-contexts";
import { openSampleApi, type SampleApi } from "./sample-api";

type Pages = ListenerParts["pages"];

/**
 * Loads the console and builds the API document, so that the first visitor does not wait. The pages
 * show a sample project, because a page without records loads only a part of its code. Resolves when
 * all is done, which the log notes. If the console cannot be loaded, the log gets a warning.
 */
export async function warmUp(
  { warmUp: makeDocument, log }: Pick<Application, "warmUp" | "log">,
  pages: Pages,
): Promise<void> {
  try {
    await askFor("/sign-in", {}, pages);
    await makeDocument();
    const sample = await openSampleApi();
    try {
      await askForRecords(sample, pages);
    } finally {
      await sample.close();
    }
    log.info("the console is ready");
  } catch (error) {
    log.warn(`The console could not be made ready: ${String(error)}`);
  }
}

/** V8 compiles functions to fast code only once they have run often. */
const timesOfPage = 3;
/** Time for other requests after each page, in milliseconds. */
const pauseMs = 50;

async function askForRecords({ cookie, paths, answer }: SampleApi, pages: Pages): Promise<void> {
  const headers = {
    ...{ Cookie: cookie, Accept: "text/html", "Accept-Encoding": "br" },
    "Sec-Fetch-Site": "none",
  };
  const render: Pages = (request, response) =>
    withDocumentReads(request, { answer, publicUrl: undefined }, () => pages(request, response));
  for (let time = 0; time < timesOfPage; time += 1) {
    for (const path of paths) {
      await askFor(path, headers, render);
      await setTimeout(pauseMs);
    }
  }
}

/** Sends one request through a server that never listens. It needs no port and is not logged. */
function askFor(
  path: string,
  headers: Readonly<Record<string, string>>,
  pages: Pages,
): Promise<void> {
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
    const lines = Object.entries({ Host: "localhost", Connection: "close", ...headers });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    client.write(`GET ${path} HTTP/1.1\r\n${head}\r\n`);
  });
}
