import type { IncomingMessage, ServerResponse } from "node:http";
import { MessageChannel } from "node:worker_threads";
import { resourceAt } from "@/lib/resources/index";
import { isUuid } from "@/lib/schema/values/uuid";
import { type Answer, answerReads } from "./answer-reads";
import type { EarlyHeaders } from "./document/early-headers";
import { forwardRequest } from "./forward-request";
import type { PageThread } from "./page-thread";

interface Api {
  readonly answer: Answer;
  /** The address of the deployment, if it has one. */
  readonly publicUrl: string | undefined;
  /** The headers of the documents that were sent before. */
  readonly early: EarlyHeaders;
}

/**
 * Lets the thread of the pages answer a request. While it renders a document of the console, it may
 * read from the API. Data that the router fetches for a later page is rendered without reads. A
 * document is compressed only if the user opened it or followed a link of our own: another site can
 * send the browser to addresses of its choice and learn parts of a document from its compressed
 * length. A client that is gone gets no page. Rejects with "unavailable" if the thread fails.
 */
export async function renderPage(
  thread: Pick<PageThread, "connect">,
  request: IncomingMessage,
  response: ServerResponse,
  api: Api,
): Promise<void> {
  if (response.destroyed || request.socket.destroyed) return;
  if (!isConsoleDocument(request)) {
    return forwardRequest(request, response, thread.connect(undefined));
  }
  if (!isOwnNavigation(request)) delete request.headers["accept-encoding"];
  const { port1, port2 } = new MessageChannel();
  answerReads(port1, request, api);
  const records = recordsIn(request);
  const early = records && api.early.of(records, request);
  try {
    const connection = thread.connect(port2, records !== undefined);
    await forwardRequest(request, response, connection, early);
  } finally {
    port1.close();
  }
}

function isConsoleDocument({ method, url = "", headers }: IncomingMessage): boolean {
  const isDocument = headers.accept?.includes("text/html") && headers["rsc"] === undefined;
  return method === "GET" && url.startsWith("/p/") && isDocument === true;
}

/**
 * Returns which records are in a document: those of the overview, of a list, or one record. Other
 * pages are only a skeleton. The framework answers other spellings of an address with a redirect.
 */
function recordsIn({ url = "" }: IncomingMessage): "overview" | "list" | "record" | undefined {
  const [, , project = "", path, id, ...others] = url.replace(/\?.*/s, "").split("/");
  if (others.length > 0 || !/^[\w-]+$/.test(project)) return undefined;
  if (path === undefined) return "overview";
  if (!resourceAt(path)) return undefined;
  if (id === undefined) return "list";
  return isUuid(id) ? "record" : undefined;
}

/** Browsers tell who began a navigation (Fetch Metadata, section 2.3). Pages cannot change that. */
function isOwnNavigation({ headers }: IncomingMessage): boolean {
  return ["none", "same-origin"].includes(String(headers["sec-fetch-site"]));
}
