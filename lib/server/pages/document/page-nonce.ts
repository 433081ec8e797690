import type { IncomingMessage } from "node:http";

/** Returns the nonce of the content policy that a request for a page carries; undefined without one. */
export function pageNonce({ headers }: Pick<IncomingMessage, "headers">): string | undefined {
  const policy = String(headers["content-security-policy"]);
  return /'nonce-([A-Za-z0-9+/=]+)'/.exec(policy)?.[1];
}
