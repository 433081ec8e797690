import type { IncomingMessage } from "node:http";
import { z } from "zod";

/** How a segment of an address matches: catch-all, optional or dynamic, also intercepted. */
const parameterKinds = [
  "c",
  "ci(..)(..)",
  "ci(.)",
  "ci(..)",
  "ci(...)",
  "oc",
  "d",
  "di(..)(..)",
  "di(.)",
  "di(..)",
  "di(...)",
] as const;

const segment = z.union([
  z.string(),
  z.tuple([z.string(), z.string(), z.enum(parameterKinds), z.array(z.string()).nullable()]),
]);

/** The state that the router of Next.js 16 sends; the framework answers any other with a 500. */
const routerState: z.ZodType = z.tuple([
  segment,
  z.record(
    z.string(),
    z.lazy(() => routerState),
  ),
  z.tuple([z.string(), z.string()]).nullish(),
  z.enum(["refetch", "inside-shared-layout", "metadata-only"]).nullish(),
  z.number().nullish(),
  z.string().optional(),
]);

const stateHeader = "next-router-state-tree";

/** The page that Next.js renders after a fault of its own. As an address of a client it is a 500. */
const faultPage = /^\/+_global-error(?:[/?.]|$)/;

/**
 * Changes a request for a page that Next.js would answer with a 500: a router state that it cannot
 * read is removed, so that the whole page is the response, and the address of its page for faults
 * becomes one that does not exist.
 */
export function repairPageRequest(request: Pick<IncomingMessage, "headers" | "url">): void {
  const sent = request.headers[stateHeader];
  if (sent !== undefined && !isRouterState(sent)) delete request.headers[stateHeader];
  if (faultPage.test(request.url ?? "")) request.url = "/_not-found";
}

function isRouterState(sent: string | string[]): boolean {
  if (typeof sent !== "string") return false;
  try {
    return routerState.safeParse(JSON.parse(decodeURIComponent(sent))).success;
  } catch {
    return false;
  }
}
