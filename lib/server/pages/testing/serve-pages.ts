import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { EarlyHeaders } from "@/lib/server/pages/document/early-headers";
import { createPageServer } from "@/lib/server/pages/page-server";
import { PortSocket } from "@/lib/server/pages/port-socket";
import { renderPage } from "@/lib/server/pages/render-page";

type Render = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Options {
  /** Answers the reads of a document. */
  readonly answer?: (request: ApiRequest) => Promise<ApiResponse>;
  /** Each request waits for it. */
  readonly before?: Promise<void>;
  /** The content policy of the next document. */
  readonly policy?: () => string;
}

/** A server of pages, and the events in it, in order. */
export interface PagesUnderTest {
  readonly server: Server;
  readonly origin: string;
  /** Errors of pages. */
  readonly faults: unknown[];
  /** Errors of requests. */
  readonly refusals: unknown[];
  readonly arrived: IncomingMessage[];
  /** The addresses of requests that ended. */
  readonly settled: (string | undefined)[];
  /** The statuses that the log would get. */
  readonly statuses: number[];
}

/** Serves pages that `render` makes at the other end of a channel. */
export async function servePages(render: Render, options: Options = {}): Promise<PagesUnderTest> {
  const { answer = noReads, before = Promise.resolve(), policy } = options;
  const seen = { faults: [], refusals: [], arrived: [], settled: [], statuses: [] } as Pick<
    PagesUnderTest,
    "faults" | "refusals" | "arrived" | "settled" | "statuses"
  >;
  const open = createPageServer(render, (error) => seen.faults.push(error));
  const thread = {
    connect: (reads: MessagePort | undefined) => {
      const { port1, port2 } = new MessageChannel();
      open(port2, reads);
      return new PortSocket(port1);
    },
  };
  const api = { answer, publicUrl: undefined, early: new EarlyHeaders() };
  const server = createServer(async (request, response) => {
    seen.arrived.push(request);
    await before;
    if (policy) request.headers["content-security-policy"] = policy();
    await renderPage(thread, request, response, api).catch((error: unknown) => {
      seen.refusals.push(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(503).end();
    });
    seen.statuses.push(response.statusCode);
    seen.settled.push(request.url);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, origin, ...seen };
}

/** Answers each read with an empty text. */
export async function noReads(): Promise<ApiResponse> {
  return { status: 200, headers: {}, body: "" };
}
