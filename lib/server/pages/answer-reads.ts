import type { IncomingMessage } from "node:http";
import type { MessagePort } from "node:worker_threads";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { plainHeaders } from "@/lib/server/plain-headers";
import type { AnswerMessage, ReadMessage } from "./read-messages";

/** Answers a request of the API; rejects if the server is overloaded. */
export type Answer = (request: ApiRequest) => Promise<ApiResponse>;

/**
 * Answers the reads of a document that arrive at `port`, as the user of the document's `request`.
 * `publicUrl` is the address of the deployment, if it has one. A read that fails is answered without
 * a status.
 */
export function answerReads(
  port: MessagePort,
  request: IncomingMessage,
  { answer, publicUrl }: { readonly answer: Answer; readonly publicUrl: string | undefined },
): void {
  const headers = ownHeaders(request, publicUrl);
  const { remoteAddress: address } = request.socket;
  port.on("message", async ({ id, method, target, body }: ReadMessage) => {
    const [path = "", query = ""] = target.split("?");
    const sent = { method, path, query, headers, body, address };
    const reply: Omit<AnswerMessage, "id"> = await wholeReply(answer, sent).catch(() => ({}));
    port.postMessage({ ...reply, id });
  });
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

async function wholeReply(answer: Answer, request: ApiRequest) {
  const { status, headers, body, stream } = await answer(request);
  let text = body;
  for await (const piece of stream ?? []) text += piece;
  return { status, headers, text };
}
