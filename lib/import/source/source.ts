import { setTimeout as pause } from "node:timers/promises";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { StartupError } from "@/lib/startup-error";
import { isPassing, mostTries, waitMs } from "./back-off";
import { cleanText } from "./clean-text";

/** Largest response that is read, in bytes: a page of records. */
const mostBytes = 32_000_000;
/** Longest time for one response, in milliseconds. */
const longestMs = 120_000;

/** Where to read, and what happens meanwhile. */
export interface SourceOptions {
  /** The address of the API, as `sourceUrl` returns it. */
  readonly url: string;
  readonly key: string;
  /** Prints a line for the operator. */
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
  /** Milliseconds before the second try; 500 when absent. */
  readonly firstWaitMs?: number;
  readonly mostBytes?: number;
}

/** A response that will not change: the body, or the refusal of the request. */
export type Reply =
  | { readonly body: JsonObject }
  | { readonly status: number; readonly refusal: string };

/** A page that is larger than this process reads at once. */
export class PageTooLarge extends Error {}

/** A failure that may not happen again: of the network, or a status such as 503. */
interface Failure {
  readonly why: string;
  readonly retryAfter: string | null;
}

/** The API of a OneUptime server, read patiently. */
export class Source {
  readonly #options: SourceOptions;
  #projectId: string | undefined;

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  /** Narrows a key of a whole deployment to one project. */
  narrowTo(projectId: string): void {
    this.#projectId = projectId;
  }

  /**
   * Sends a request that reads, and repeats it while the failure may pass: after a broken
   * connection, 429 (as `Retry-After` asks) and 5xx. Throws a `StartupError` that tells the operator
   * what to do, and `PageTooLarge`.
   */
  async post(path: string, body: JsonObject): Promise<Reply> {
    for (let tries = 1; ; tries += 1) {
      const reply = await this.#send(path, body);
      if (!("why" in reply)) return reply;
      if (tries === mostTries) {
        throw new StartupError(
          `The source failed ${mostTries} times in a row at ${path} (${reply.why}). The records that were taken are kept: when it answers again, continue with --resume.`,
        );
      }
      await this.#wait(tries, reply);
    }
  }

  /** Returns a text of the source for the operator, without the key. */
  clean(text: string): string {
    return cleanText(text, this.#options.key);
  }

  async #wait(tries: number, { why, retryAfter }: Failure): Promise<void> {
    const { say, signal, firstWaitMs = 500 } = this.#options;
    const wait = waitMs(tries, retryAfter, { firstMs: firstWaitMs, now: new Date() });
    if (wait >= 2_000) {
      say(`  The source does not answer (${why}). Trying again in ${Math.ceil(wait / 1000)} s.`);
    }
    await pause(wait, undefined, { signal });
  }

  async #send(path: string, body: JsonObject): Promise<Reply | Failure> {
    const { url, key, signal } = this.#options;
    const limit = AbortSignal.timeout(longestMs);
    try {
      const response = await fetch(`${url}/${path}`, {
        method: "POST",
        headers: {
          ...{ APIKey: key, Accept: "application/json", "Content-Type": "application/json" },
          ...(this.#projectId !== undefined && { tenantid: this.#projectId }),
        },
        body: JSON.stringify(body),
        // A redirect could carry the key to another host.
        redirect: "manual",
        signal: AbortSignal.any([signal, limit]),
      });
      return await this.#read(response, path);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof StartupError || error instanceof PageTooLarge) throw error;
      const why = limit.aborted ? `no answer within ${longestMs / 1000} s` : causeOf(error);
      return { why: this.clean(why), retryAfter: null };
    }
  }

  async #read(response: Response, path: string): Promise<Reply | Failure> {
    const { status, headers } = response;
    if (isPassing(status)) {
      await response.body?.cancel();
      return { why: `status ${status}`, retryAfter: headers.get("Retry-After") };
    }
    if (status >= 300 && status < 400) {
      await response.body?.cancel();
      const to = this.clean(headers.get("Location") ?? "nowhere");
      throw new StartupError(
        `The source redirects to ${to}. The key was not sent there: if that is the server, name it in --from.`,
      );
    }
    const text = await this.#textOf(response, status < 300 ? path : undefined);
    const body = parsed(text);
    if (status >= 400) return this.#refused(status, body, text);
    if (!isJsonObject(body)) {
      const type = this.clean(headers.get("Content-Type") ?? "no type");
      throw new StartupError(
        `The source answered ${path} with something that is no JSON object (${type}). Is there a OneUptime server at ${this.#options.url}?`,
      );
    }
    return { body };
  }

  #refused(status: number, body: JsonValue | undefined, text: string): Reply {
    const said = isJsonObject(body) ? (body["message"] ?? body["error"] ?? body["data"]) : text;
    const refusal = this.clean(typeof said === "string" ? said : JSON.stringify(said ?? ""));
    if (status === 401 || (status === 400 && /\bapi key\b/i.test(refusal))) {
      throw new StartupError(
        `The source does not accept the key in ONEUPTIME_KEY (${status}: ${refusal}).`,
      );
    }
    return { status, refusal };
  }

  /** Reads at most `mostBytes`. Throws `PageTooLarge` for a longer page, and cuts a longer error. */
  async #textOf({ body }: Response, path: string | undefined): Promise<string> {
    const most = path === undefined ? 10_000 : (this.#options.mostBytes ?? mostBytes);
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of body ?? []) {
      bytes += piece.byteLength;
      if (bytes > most && path !== undefined) throw new PageTooLarge(path);
      pieces.push(piece);
      if (bytes > most) break;
    }
    return Buffer.concat(pieces).toString("utf8");
  }
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Node's fetch hides the reason, such as ECONNREFUSED, in the cause. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return "code" in cause ? String(cause.code) : cause.message;
}
