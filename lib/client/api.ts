import { ApiProblem, type ProblemBody } from "./problem";

/** How a call differs from a plain one. */
export interface CallOptions {
  readonly body?: unknown;
  /** Writes only if the record is still as this ETag says; else the answer is 412. */
  readonly ifMatch?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What was answered: the body, and the version it is of where there is one. */
export interface Reply<T> {
  readonly data: T;
  readonly etag: string | undefined;
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The event on `window` that says the session has ended: someone must sign in again. */
export const sessionExpired = "tocsin:session-expired";

/**
 * Calls the API as the person who is signed in and answers what it says. `T` is the caller's claim about the reply's
 * shape. Throws an `ApiProblem` for everything but success; a 401 also tells `window` by `sessionExpired`.
 */
export async function call<T>(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Reply<T>> {
  const reply = await send(method, path, options);
  const text = await reply.text();
  if (!reply.ok) throw problemOf(reply, text, path);
  return { data: asReply<T>(text), etag: reply.headers.get("ETag") ?? undefined };
}

async function send(method: Method, path: string, options: CallOptions): Promise<Response> {
  const { body, ifMatch, signal } = options;
  try {
    return await fetch(path, {
      method,
      credentials: "same-origin",
      cache: "no-store",
      headers: {
        Accept: "application/json",
        ...(method !== "GET" && { "Content-Type": "application/json" }),
        ...(ifMatch !== undefined && { "If-Match": ifMatch }),
      },
      ...(method !== "GET" && { body: JSON.stringify(body ?? {}) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiProblem(0, {
      code: "offline",
      detail: "The server could not be reached. Nothing was changed; try again.",
    });
  }
}

function problemOf(reply: Response, text: string, path: string): ApiProblem {
  const requestId = reply.headers.get("X-Request-Id");
  const problem = new ApiProblem(reply.status, {
    detail: `The server answered ${reply.status} without saying why.`,
    ...(requestId !== null && { requestId }),
    ...asProblem(text),
  });
  // Signing in answers 401 too, for a wrong password: that ends no session.
  if (reply.status === 401 && !path.startsWith("/api/auth/")) {
    window.dispatchEvent(new Event(sessionExpired));
  }
  return problem;
}

function asReply<T>(text: string): T {
  return (text === "" ? {} : JSON.parse(text)) as T;
}

function asProblem(text: string): ProblemBody {
  try {
    return JSON.parse(text) as ProblemBody;
  } catch {
    return {};
  }
}
