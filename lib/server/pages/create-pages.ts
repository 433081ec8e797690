import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "@/lib/observability/log";
import type { Answer } from "./answer-reads";
import { EarlyHeaders } from "./document/early-headers";
import { repairPageRequest } from "./page-requests";
import { type PageThread, startPageThread } from "./page-thread";
import { renderPage } from "./render-page";
import { createStaticFiles } from "./static-files";

/**
 * Answers a request outside the API. `answer` answers the reads that a document makes. Rejects with
 * "unavailable" if the page cannot be rendered.
 */
export type HandlePage = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
) => Promise<void>;

/** The pages of the console and of the documentation. */
export interface Pages {
  readonly handle: HandlePage;
  /** Collects the garbage of the thread that renders the pages. */
  freeMemory(): void;
}

interface Parts {
  /** The program of the thread that renders the pages. */
  readonly program: URL;
  /** The address of the deployment, if it has one. */
  readonly publicUrl: string | undefined;
  readonly log: Pick<Log, "trouble">;
}

/**
 * Returns the handler for everything but the API. A thread renders the pages. The first page starts
 * it, so that an API-only deployment stays small. The first page after its end starts another. Each
 * response has a content policy with its own nonce, which Next.js reads from the request and adds to
 * its scripts. The build's scripts, styles and fonts bypass the thread, because the build compressed
 * them.
 */
export function createPages({ program, publicUrl, log }: Parts): Pages {
  let thread: Promise<PageThread> | undefined;
  const early = new EarlyHeaders();
  const answerStaticFile = createStaticFiles(`${process.cwd()}/.next/static`);
  const start = () => {
    const started = startPageThread(program, log.trouble);
    const clear = () => {
      thread = undefined;
    };
    started.then(({ ended }) => ended).then(clear, clear);
    return started;
  };
  const handle: HandlePage = async (request, response, answer) => {
    if (await answerStaticFile(request, response)) return;
    thread ??= start();
    const running = await thread;
    repairPageRequest(request);
    const policy = contentPolicy(randomBytes(16).toString("base64"));
    request.headers["content-security-policy"] = policy;
    response.setHeader("Content-Security-Policy", policy);
    if (isTrusted(request, publicUrl)) {
      response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    }
    await renderPage(running, request, response, { answer, publicUrl, early });
  };
  const freeMemory = () => {
    thread?.then((running) => running.freeMemory()).catch(() => undefined);
  };
  return { handle, freeMemory };
}

function contentPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Attributes only: widths of columns, and users' colors, which are validated.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * Returns true if browsers trust the page: over TLS, or from this machine (Secure Contexts, section
 * 3.1). Elsewhere they ignore an opener policy and log that on every page. They name the site of a
 * request only for trusted pages.
 */
export function isTrusted(
  { headers }: Pick<IncomingMessage, "headers">,
  publicUrl: string | undefined,
): boolean {
  if (headers["sec-fetch-site"] !== undefined) return true;
  const address = publicUrl ?? `http://${headers.host}`;
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || ownNames.test(hostname);
}

const ownNames = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;
