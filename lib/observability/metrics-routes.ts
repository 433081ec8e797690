import { routes } from "@/lib/http/routing/route-table";

const patterns: ReadonlySet<string> = new Set(routes.map(({ pattern }) => pattern));

/** Pages and files, narrower patterns first. */
const pages: readonly (readonly [RegExp, string])[] = [
  [/^\/_next\//, "/_next"],
  [/^\/p\/[^/]+\/[^/]+\/.+/, "/p/:project/:resource/:id"],
  [/^\/p\/[^/]+\/[^/]+\/?$/, "/p/:project/:resource"],
  [/^\/p\/[^/]+\/?$/, "/p/:project"],
  [/^\/docs(\/|$)/, "/docs"],
  [/^\/$/, "/"],
  [/^\/(sign-in|account|invite|reset)(\/|$)/, "/people"],
];

/**
 * Returns the label of a route: the pattern of an API path, or a word for a page. The code fixes
 * the number of labels, whatever clients request.
 */
export function routeLabel(route: string): string {
  return patterns.has(route) ? route : pageLabel(route);
}

function pageLabel(route: string): string {
  return pages.find(([pattern]) => pattern.test(route))?.[1] ?? "other";
}
