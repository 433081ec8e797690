import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import next from "next";
import { createStaticFiles } from "./static-files";

type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Everything that is not the API, by Next.js from its build in the working directory. It is loaded by the first
 * request that needs it, so a deployment that only serves the API stays small. Each answer carries a content policy
 * with a nonce of its own, which Next.js reads from the request and puts on its scripts. The build's scripts, styles
 * and fonts are answered without it, as they were compressed when it was made. `publicUrl` is the address of the
 * deployment, where it has one.
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
  // Next.js takes over WebSocket upgrades of the server it is given; this one never listens.
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
    // Attributes only: widths of columns and users' colors, which are checked to be colors.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * True where browsers trust the page: by TLS, or from this machine itself (Secure Contexts, section 3.1). Elsewhere
 * they ignore an opener policy, and say so on the console of every page. They name the site of a request only there.
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
