import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import { type DocumentReads, shareDocumentReads } from "@/lib/document-reads";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { plainHeaders } from "./plain-headers";

/** The API with the settings that its reads depend on. */
interface Api {
  /** Answers a request of the API; rejects if the server is overloaded. */
  readonly answer: (request: ApiRequest) => Promise<ApiResponse>;
  /** The address of the deployment, if it has one. */
  readonly publicUrl: string | undefined;
}

/** Longest time that a document waits for its reads together, in milliseconds. */
const deadlineMs = 300;

const documents = new AsyncLocalStorage<DocumentReads>();
shareDocumentReads(documents);

/**
 * Renders a page. For a document of the console, `documentReads` returns the reads of this request
 * meanwhile. Data that the router fetches for a later page is rendered without them. A document is
 * compressed only if the user opened it or followed a link of our own: another site can send the
 * browser to addresses of its choice and learn parts of a document from its compressed length.
 */
export function withDocumentReads<T>(
  request: IncomingMessage,
  api: Api,
  render: () => Promise<T>,
): Promise<T> {
  if (!isConsoleDocument(request)) return render();
  if (!isOwnNavigation(request)) delete request.headers["accept-encoding"];
  return documents.run(readsFor(request, api), render);
}

function isConsoleDocument({ method, url = "", headers }: IncomingMessage): boolean {
  const isDocument = headers.accept?.includes("text/html") && headers["rsc"] === undefined;
  return method === "GET" && url.startsWith("/p/") && isDocument === true;
}

/** Browsers tell who began a navigation (Fetch Metadata, section 2.3). Pages cannot change that. */
function isOwnNavigation({ headers }: IncomingMessage): boolean {
  return ["none", "same-origin"].includes(String(headers["sec-fetch-site"]));
}

function readsFor(request: IncomingMessage, { answer, publicUrl }: Api): DocumentReads {
  const headers = ownHeaders(request, publicUrl);
  const { remoteAddress: address } = request.socket;
  let deadline: Promise<never> | undefined;
  return {
    at: Date.now(),
    begun: new Map(),
    isWritten: false,
    send: async (method, target, body) => {
      deadline ??= rejectedAfter(deadlineMs);
      const [path = "", query = ""] = target.split("?");
      const sent = {
        ...{ method, path, query, headers, body: body === undefined ? "" : JSON.stringify(body) },
        ...(address !== undefined && { address }),
      };
      return Promise.race([wholeReply(answer, sent), deadline]);
    },
  };
}

/**
 * Returns the headers of a read for the console: those that tell the caller, and those that
 * browsers send for our own pages. No other header of the document's request has an effect.
 */
function ownHeaders(
  request: IncomingMessage,
  publicUrl: string | undefined,
): ApiRequest["headers"] {
  const { host, cookie, ...others } = plainHeaders(request);
  return {
    ...{ host, cookie, accept: "application/json", "content-type": "application/json" },
    ...{ origin: publicUrl ?? `http://${host}`, "sec-fetch-site": "same-origin" },
    "user-agent": others["user-agent"],
    "x-forwarded-for": others["x-forwarded-for"],
  };
}

async function wholeReply(answer: Api["answer"], request: ApiRequest): Promise<Response> {
  const { status, headers, body, stream } = await answer(request);
  if (status !== 200) throw new Error(`A read for a document was answered with ${status}.`);
  let text = body;
  for await (const piece of stream ?? []) text += piece;
  return new Response(text, { headers });
}

function rejectedAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error("The document goes out without this read.")), ms).unref();
  });
}
