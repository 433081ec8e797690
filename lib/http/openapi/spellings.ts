import { type RecordOperation, type RecordRoute, routes } from "@/lib/http/routing/route-table";
import type { JsonObject } from "@/lib/schema/json";
import { componentName, pluralName } from "@/lib/schema/openapi/names";
import type { Resource } from "@/lib/schema/resource";
import { ofSeveral } from "./operation-parts";

/** Whether a document has one route of each operation on records, or all. */
export type Spellings = "one" | "all";

/**
 * Returns true for the route that stands for its operation where a document has one of each. For a
 * read this is the POST, whose body has types; a query string has JSON as text.
 */
export function isFirstSpelling({ operation, method, effect }: RecordRoute): boolean {
  const methods = routes.filter((route) => route.operation === operation).map((one) => one.method);
  const [first] = methods;
  return method === (effect !== "writes" && methods.includes("POST") ? "POST" : first);
}

/** Returns the `operationId` of a route, and for further routes the one that they are like. */
export function namesOf(resource: Resource, route: RecordRoute): JsonObject {
  const { operation, method } = route;
  const prefix = prefixes[operation] ?? operation;
  const name = (ofSeveral.has(operation) ? pluralName : componentName)(resource);
  const operationId = `${prefix}${name}`;
  if (isFirstSpelling(route)) return { operationId };
  const suffix = `By${method.charAt(0)}${method.slice(1).toLowerCase()}`;
  return { operationId: `${operationId}${suffix}`, "x-alternative-of": operationId };
}

const prefixes: Readonly<Partial<Record<RecordOperation, string>>> = {
  versions: "listVersionsOf",
  references: "listReferencesTo",
  story: "getStoryOf",
};
