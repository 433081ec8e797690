import { noteServerTime } from "@/lib/client/device/server-time";
import { documentReads } from "@/lib/document-reads";
import { noteChangeToken } from "./change-token";
import { confirmation, notConfirmed } from "./confirmation";
import { isDeviceOnline, reportReachable, reportTrouble, reportUnreachable } from "./connection";
import { ownRequestId } from "./own-requests";
import { expectedUser } from "./page-user";
import { ApiProblem, asProblem, type ProblemBody } from "./problem";
import { retryDelayOf, sendWithRetry } from "./retry-rejected";
import { renewal } from "./session-renewal";

/** Options of one call. */
export interface CallOptions {
  readonly body?: unknown;
  /** Writes only if the record still has this ETag; otherwise the response is 412. */
  readonly ifMatch?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Id of the request in the change log. Requests with the same id are grouped there. */
  readonly requestId?: string | undefined;
  /** Time after which a response counts as lost; by default when the browser gives up. */
  readonly timeoutMs?: number | undefined;
  /** A repeated request with the same key gets the first reply and writes nothing. */
  readonly idempotencyKey?: string | undefined;
  /** The user has not asked for this read: it fails if they have to sign in first. */
  readonly isBackground?: boolean | undefined;
}

/** Body of a response, and its ETag if it has one. */
export interface Reply<T> {
  readonly data: T;
  readonly etag: string | undefined;
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Calls the API as the signed-in user and returns the response. If the session has ended, the user
 * signs in again first. `T` is the caller's claim about the shape of the response. Throws an
 * `ApiProblem` for every status but success. While the server renders a document, it sends the
 * reads of that document instead, and any failure of theirs is an error.
 */
export async function call<T>(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Reply<T>> {
  const { reply, text } = await answerOf(method, path, options);
  return { data: asReply<T>(text), etag: reply.headers.get("ETag") ?? undefined };
}

/** Reads an answer that is no JSON, as `call` does. */
export async function readText(path: string, signal?: AbortSignal): Promise<string> {
  return (await answerOf("GET", path, { signal })).text;
}

/** Returns a successful response and its body. */
async function answerOf(method: Method, path: string, options: CallOptions) {
  const reply = await (documentReads()?.send(method, path, options.body) ??
    sendFromPage(method, path, options));
  noteChangeToken(reply);
  noteServerTime(reply.headers.get("Date"));
  const text = await textOf(reply, options.signal);
  if (!reply.ok) throw problemOf(reply, text);
  return { reply, text };
}

/** Returns the body. The network can break after the head of a reply. */
async function textOf(reply: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await reply.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreached(false);
  }
}

async function sendFromPage(method: Method, path: string, options: CallOptions): Promise<Response> {
  const sendOnce = () => send(method, path, options);
  // A sign-in with a wrong password is also a 401, but ends no session.
  const asksNothing = options.isBackground === true || path === "/api/auth/sign-in/email";
  const sendIt = () =>
    asksNothing ? sendOnce() : confirmation.sendWith(() => renewal.sendWith(sendOnce));
  // The query client retries reads.
  return method === "GET" ? sendIt() : sendWithRetry(sendIt, options.signal);
}

async function send(method: Method, path: string, options: CallOptions): Promise<Response> {
  // Performance: a page that starts 20 requests at once must not block on sending them.
  await nextTask();
  const sentAt = performance.now();
  const isUnsent = !isDeviceOnline();
  try {
    const reply = await fetch(path, asInit(method, options));
    if (reply.status < 502) reportReachable(sentAt);
    return reply;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw unreached(isUnsent);
  }
}

function asInit(method: Method, options: CallOptions): RequestInit {
  const { body, ifMatch, timeoutMs, requestId = ownRequestId(), idempotencyKey } = options;
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  const signal = options.signal ?? timeout;
  return {
    method,
    credentials: "same-origin",
    cache: "no-store",
    headers: {
      Accept: "application/json",
      ...expectedUser(),
      ...(method !== "GET" && { "Content-Type": "application/json" }),
      ...(ifMatch !== undefined && { "If-Match": ifMatch }),
      "X-Request-Id": requestId,
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    },
    ...(method !== "GET" && { body: JSON.stringify(body ?? {}) }),
    ...(signal && { signal }),
  };
}

/** `isUnsent`: the device was offline before the request. Later, the server may have received it. */
function unreached(isUnsent: boolean): ApiProblem {
  reportUnreachable();
  const detail = isUnsent ? "You are offline. Nothing was sent; try again later." : lost;
  return new ApiProblem(0, { code: "offline", detail, notBegun: isUnsent });
}

const lost =
  "The server did not respond. If you changed something, check whether it was saved before you try again.";

function problemOf(reply: Response, text: string): ApiProblem {
  const requestId = reply.headers.get("X-Request-Id");
  const retryAfterMs = retryDelayOf(reply);
  const body = {
    detail: `The server returned status ${reply.status} without details.`,
    ...(requestId !== null && { requestId }),
    ...inWordsForPeople(asProblem(text)),
  };
  const problem = new ApiProblem(reply.status, body, retryAfterMs);
  if (reply.status >= 502) reportTrouble({ kind: "unavailable", retryAfterMs });
  return problem;
}

function asReply<T>(text: string): T {
  return (text === "" ? {} : JSON.parse(text)) as T;
}

/** The API's message is for programs. The user has just declined to confirm. */
function inWordsForPeople(problem: ProblemBody): ProblemBody {
  return problem.code === "confirmation_required" ? { ...problem, detail: notConfirmed } : problem;
}

/** Resolves in a new task, after the current task and those queued before it. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
