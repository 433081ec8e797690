import { AppError } from "@/lib/errors";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import { isUuid } from "@/lib/schema/values/uuid";
import { type Route, routes } from "./route-table";
import { offersOperation } from "./supports-operation";

/** The match of a path: the routes of its pattern, and its variable segments. */
export interface RouteMatch {
  readonly pattern: string;
  readonly routes: ReadonlyMap<string, Route>;
  readonly resource?: Resource | undefined;
  /** The record's id, in lower case. */
  readonly id?: string | undefined;
}

/**
 * Returns the match of a path, with or without a trailing slash; undefined for no match, or if the
 * id is not a UUID. Fixed segments win over `:id`. Throws a 400 for a path that does not decode.
 */
export function matchRoute(path: string): RouteMatch | undefined {
  if (last?.path === path) return last.match;
  const match = matchOf(path);
  last = { path, match };
  return match;
}

/** The last match: the limit of a body and the handler ask for the same path, one after the other. */
let last: { readonly path: string; readonly match: RouteMatch | undefined } | undefined;

function matchOf(path: string): RouteMatch | undefined {
  const parts = path.split("/");
  const segments = path.includes("%") ? decoded(parts) : parts;
  if (segments.length > 2 && segments.at(-1) === "") segments.pop();
  return walk(root, segments, 1, {});
}

/** Returns the route that a method names; undefined for none. HEAD names the route of GET. */
export function routeAt(match: RouteMatch, method: string): Route | undefined {
  return match.routes.get(method === "HEAD" ? "GET" : method);
}

/** Returns the route if the method may be used. HEAD needs a read. Throws a 405 with the methods. */
export function requireAllowed(match: RouteMatch, route: Route | undefined, method: string): Route {
  if (route && (method !== "HEAD" || isSafe(route)) && isOffered(route, match)) return route;
  const allow = allowed(match);
  const what = route && match.resource && !isOffered(route, match) ? match.resource : undefined;
  const detail = what
    ? `${what.plural} have no operation "${segmentOf(route?.operation ?? "")}" in this API.`
    : `This path does not take ${shown(method)}. It takes ${allow.join(", ")}.${elsewhere(match, method)}`;
  throw new AppError("method_not_allowed", detail, { allow });
}

/** Returns the name of an operation as paths write it: `bulk-create`. */
function segmentOf(operation: string): string {
  return operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns a hint where to read, for a GET of the path of a record or of a resource. */
function elsewhere({ resource, id, pattern }: RouteMatch, method: string): string {
  if (method !== "GET" || resource === undefined) return "";
  const path = `/api/${resource.path}`;
  if (pattern.endsWith("/:id") && offersOperation(resource, "get")) {
    return ` To read the record, GET ${path}/${id}/get-item.`;
  }
  const isOwnPath = pattern === "/api/{r}" || pattern === path;
  if (!isOwnPath || !offersOperation(resource, "list")) return "";
  return ` To list the records, GET ${path}/get-list.`;
}

/** Returns the methods for the `Allow` header: only operations that the resource offers. */
export function allowed(match: RouteMatch): string[] {
  const offered = [...match.routes.values()].filter((route) => isOffered(route, match));
  const methods = offered.map((route) => route.method as string);
  const reads = offered.some((route) => route.method === "GET" && isSafe(route));
  return [...methods, ...(reads ? ["HEAD"] : []), "OPTIONS"].sort();
}

/** Returns true for a match that needs no credentials. */
export function isPublic({ routes: own }: RouteMatch): boolean {
  for (const { caller } of own.values()) if (caller === "anyone") return true;
  return false;
}

function isOffered({ names, operation }: Route, { resource }: RouteMatch): boolean {
  return names === "endpoint" || !resource || offersOperation(resource, operation);
}

/** Returns true for a route that changes nothing. */
export function isSafe({ effect }: Route): boolean {
  return effect !== "writes";
}

function shown(method: string): string {
  return /^[A-Z]{1,20}$/.test(method) ? method : "this method";
}

function decoded(segments: readonly string[]): string[] {
  try {
    return segments.map(decodeURIComponent);
  } catch {
    throw new AppError(
      "validation",
      "The path has a % that begins no valid escape. Encode it as %25.",
    );
  }
}

interface Node {
  readonly pattern: string;
  readonly fixed: Map<string, Node>;
  resource?: Node;
  /** The path of a resource with the suffix `.json`. */
  file?: Node;
  id?: Node;
  readonly routes: Map<string, Route>;
}

const root = treeOf(routes);

function treeOf(all: readonly Route[]): Node {
  const top = nodeAt("");
  for (const route of all) {
    const segments = route.pattern.split("/").slice(1);
    segments.reduce(childFor, top).routes.set(route.method, route);
  }
  return top;
}

function nodeAt(pattern: string): Node {
  return { pattern, fixed: new Map(), routes: new Map() };
}

function childFor(node: Node, segment: string): Node {
  const variables = { "{r}": node.resource, "{r}.json": node.file, ":id": node.id };
  const known = variables[segment as keyof typeof variables] ?? node.fixed.get(segment);
  if (known) return known;
  const child = nodeAt(`${node.pattern}/${segment}`);
  if (segment === "{r}") node.resource = child;
  else if (segment === "{r}.json") node.file = child;
  else if (segment === ":id") node.id = child;
  else node.fixed.set(segment, child);
  return child;
}

function walk(
  node: Node,
  segments: readonly string[],
  at: number,
  named: Pick<RouteMatch, "resource" | "id">,
): RouteMatch | undefined {
  const segment = segments[at];
  if (segment === undefined) {
    const { pattern, routes: own } = node;
    const { resource, id } = named;
    return own.size > 0 ? { pattern, routes: own, resource, id } : undefined;
  }
  const resource = resourceAt(segment);
  const fixed = node.fixed.get(segment);
  const own = fixed && walk(fixed, segments, at + 1, resource ? { resource } : named);
  if (node.resource && resource) {
    return together(own, walk(node.resource, segments, at + 1, { resource }));
  }
  return own ?? walkVariable(node, segments, at, named);
}

/** Does the same where the segment is the document of a resource or an id. */
function walkVariable(
  node: Node,
  segments: readonly string[],
  at: number,
  named: Pick<RouteMatch, "resource" | "id">,
): RouteMatch | undefined {
  const segment = segments[at] ?? "";
  const described = segment.endsWith(".json") ? resourceAt(segment.slice(0, -5)) : undefined;
  if (node.file && described) return walk(node.file, segments, at + 1, { resource: described });
  if (!node.id || !isUuid(segment)) return undefined;
  const { resource } = named;
  return walk(node.id, segments, at + 1, { resource, id: segment.toLowerCase() });
}

/** Merges the routes of a resource's own path with those that all resources share. */
function together(
  own: RouteMatch | undefined,
  shared: RouteMatch | undefined,
): RouteMatch | undefined {
  if (!own || !shared) return own ?? shared;
  return { ...own, routes: new Map([...shared.routes, ...own.routes]) };
}
