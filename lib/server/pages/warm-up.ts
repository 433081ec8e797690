import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { duplexPair } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { Application } from "@/lib/app";
import type { HandlePage } from "./create-pages";
import { openSampleApi } from "./sample-api";

type Warmed = Pick<Application, "handle" | "warmUp" | "log" | "isStopping">;
type Render = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Loads the console and builds the API document, so that the first visitor does not wait. Then it
 * renders pages of a sample project, because pages without records run only a part of their code.
 * Resolves when all is done, which the log notes, or when the process is told to stop. If a step
 * fails, the log gets a warning.
 */
export async function warmUp(
  { handle, warmUp: makeDocument, log, isStopping }: Warmed,
  pages: HandlePage,
): Promise<void> {
  const render: Render = (request, response) => pages(request, response, handle);
  try {
    for (const path of usualFirstPages) await askFor(path, {}, render);
    await makeDocument();
    await renderRecords(pages, isStopping);
    if (!isStopping()) log.info("the console is ready");
  } catch (error) {
    log.warn(`The console could not be made ready: ${String(error)}`);
  }
}

/** Requests without a session read no record, so the names in the paths need not exist. */
const usualFirstPages = ["/sign-in", "/p/-/incident", "/p/-/incident/-"];

/** V8 compiles functions to fast code only once they have run often. */
const timesOfPage = 3;
/** Time for other requests after each page, in milliseconds. */
const pauseMs = 50;

async function renderRecords(pages: HandlePage, isStopping: () => boolean): Promise<void> {
  const sample = await openSampleApi();
  const { answer, cookie, paths } = sample;
  const headers = {
    ...{ Cookie: cookie, Accept: "text/html", "Accept-Encoding": "gzip" },
    "Sec-Fetch-Site": "none",
  };
  const render: Render = (request, response) => pages(request, response, answer);
  try {
    for (const path of Array(timesOfPage).fill(paths).flat()) {
      if (isStopping()) return;
      await askFor(path, headers, render);
      await pause(pauseMs);
    }
  } finally {
    await sample.close();
  }
}

/** Longest time for a page, in milliseconds. */
const longestPageMs = 30_000;

/**
 * Sends one request through a server that never listens. It needs no port and is not logged.
 * Rejects if the page fails or takes longer than `longestMs`.
 */
export function askFor(
  path: string,
  headers: Readonly<Record<string, string>>,
  render: Render,
  longestMs = longestPageMs,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const [client, connection] = duplexPair();
    const fail = (error: unknown) => {
      client.destroy();
      connection.destroy();
      reject(error);
    };
    const late = setTimeout(() => fail(new Error(`${path} took too long.`)), longestMs).unref();
    const server = createServer((request, response) => {
      render(request, response).catch(fail);
    });
    server.emit("connection", connection);
    client.on("end", () => client.destroy());
    client.on("close", () => {
      clearTimeout(late);
      resolve();
    });
    // One side is not told when the other is destroyed.
    connection.on("close", () => client.destroy());
    client.resume();
    const lines = Object.entries({ Host: "localhost", Connection: "close", ...headers });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    client.write(`GET ${path} HTTP/1.1\r\n${head}\r\n`);
  });
}
