import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import next from "next";
import { repairPageRequest } from "./page-requests";
import { createStaticFiles } from "./static-files";

type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Returns the handler for everything but the API: Next.js with its build in the working directory.
 * It is loaded by the first request that needs it, so that an API-only deployment stays small. Each
 * response has a content policy with its own nonce, which Next.js reads from the request and adds
 * to its scripts. The build's scripts, styles and fonts bypass Next.js, because the build
 * compressed them. `publicUrl` is the address of the deployment, if it has one.
 */
export function createPages(publicUrl: string | undefined): Pages {
  let loaded: Promise<Pages> | undefined;
  const answerStaticFile = createStaticFiles(`${process.cwd()}/.next/static`);
  return async (request, response) => {
    if (await answerStaticFile(request, response)) return;
    loaded ??= load();
    loaded.catch(() => {
      loaded = undefined;
    });
    const handle = await loaded;
    repairPageRequest(request);
    const policy = contentPolicy(randomBytes(16).toString("base64"));
    request.headers["content-security-policy"] = policy;
    response.setHeader("Content-Security-Policy", policy);
    if (isTrusted(request, publicUrl)) {
      response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    }
    await handle(request, response);
  };
}

async function load(): Promise<Pages> {
  // Next.js takes over WebSocket upgrades of its server; this server never listens.
  const app = next({
    dev: false,
    dir: process.cwd(),
    quiet: true,
    httpServer: createServer(),
  });
  await app.prepare();
  return app.getRequestHandler();
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
