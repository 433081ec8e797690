import { notConfirmed, sendWithConfirmation } from "./confirmation";
import { reportReachable, reportTrouble } from "./connection";
import { nextTask } from "./next-task";
import { ApiProblem, type ProblemBody } from "./problem";
import { asProblem } from "./problem-text";
import { retryDelayOf, sendWithRetry } from "./retry-once";
import { sendWithRenewal } from "./session-renewal";

/** How a call differs from a plain one. */
export interface CallOptions {
  readonly body?: unknown;
  /** Writes only if the record is still as this ETag says; else the answer is 412. */
  readonly ifMatch?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The name the request has in the change log; requests that share one stand there together. */
  readonly requestId?: string | undefined;
}

/** What was answered: the body, and the version it is of where there is one. */
export interface Reply<T> {
  readonly data: T;
  readonly etag: string | undefined;
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Calls the API as the person who is signed in and answers what it says; where their session has ended, after they
 * signed in again. `T` is the caller's claim about the reply's shape. Throws an `ApiProblem` for everything but success.
 */
export async function call<T>(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Reply<T>> {
  const sendOnce = () => send(method, path, options);
  // Signing in answers 401 too, for a wrong password: that ends no session.
  const isSigningIn = path.startsWith("/api/auth/") && path !== confirmPath;
  const sendIt = () =>
    isSigningIn ? sendOnce() : sendWithConfirmation(() => sendWithRenewal(sendOnce));
  // Reads are tried again by what keeps their answers.
  const reply = await (method === "GET" ? sendIt() : sendWithRetry(sendIt, options.signal));
  const text = await reply.text();
  if (!reply.ok) throw problemOf(reply, text);
  return { data: asReply<T>(text), etag: reply.headers.get("ETag") ?? undefined };
}

/** Where the password is sent to confirm a session. */
export const confirmPath = "/api/auth/confirm";

async function send(method: Method, path: string, options: CallOptions): Promise<Response> {
  // Measured: a page that asks for twenty things as it appears would be held up by sending them in one go.
  await nextTask();
  const sentAt = performance.now();
  try {
    const reply = await fetch(path, asInit(method, options));
    if (reply.status < 502) reportReachable(sentAt);
    return reply;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw unreached();
  }
}

function asInit(method: Method, { body, ifMatch, signal, requestId }: CallOptions): RequestInit {
  return {
    method,
    credentials: "same-origin",
    cache: "no-store",
    headers: {
      Accept: "application/json",
      ...(method !== "GET" && { "Content-Type": "application/json" }),
      ...(ifMatch !== undefined && { "If-Match": ifMatch }),
      ...(requestId !== undefined && { "X-Request-Id": requestId }),
    },
    ...(method !== "GET" && { body: JSON.stringify(body ?? {}) }),
    ...(signal && { signal }),
  };
}

function unreached(): ApiProblem {
  const isOnline = navigator.onLine;
  reportTrouble({ kind: isOnline ? "unreachable" : "offline" });
  const detail = isOnline ? lost : "You are offline. Nothing was sent; try again later.";
  return new ApiProblem(0, { code: "offline", detail });
}

const lost =
  "The server could not be reached. If you changed something, look whether it arrived before you try again.";

function problemOf(reply: Response, text: string): ApiProblem {
  const requestId = reply.headers.get("X-Request-Id");
  const retryAfterMs = retryDelayOf(reply);
  const body = {
    detail: `The server answered ${reply.status} without saying why.`,
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

/** The API tells programs what to send; a person has just chosen not to. */
function inWordsForPeople(problem: ProblemBody): ProblemBody {
  return problem.code === "confirmation_required" ? { ...problem, detail: notConfirmed } : problem;
}
