import { type RecordRoute, routes } from "@/lib/http/routing/route-table";
import { offersOperation } from "@/lib/http/routing/supports-operation";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { yieldInTurn } from "@/lib/store/concurrency/yield-every";
import { endpointOperation, variablesIn } from "./endpoint-operations";
import { operationObject, pathItem } from "./operation-object";
import { isFirstSpelling, type Spellings } from "./spellings";

/** Returns the paths of resources. Yields to the event loop before each. */
export async function recordPaths(
  shown: readonly Resource[],
  spellings: Spellings,
): Promise<Record<string, JsonObject>> {
  const paths: Record<string, JsonObject> = {};
  const ofRecords = routes.filter((route) => route.names === "resource");
  const wanted = ofRecords.filter((route) => spellings === "all" || isFirstSpelling(route));
  for (const resource of shown) {
    await yieldInTurn();
    for (const route of wanted) {
      const path = pathFor(route, resource);
      if (path === undefined) continue;
      const item = paths[path] ?? pathItem(resource, route);
      paths[path] = { ...item, [route.method.toLowerCase()]: operationObject(resource, route) };
    }
  }
  return paths;
}

/** Returns the paths that are not of a single resource, with the methods that `known` has there. */
export function endpointPaths(
  known: Readonly<Record<string, JsonObject>>,
): Record<string, JsonObject> {
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    if (route.names === "resource") continue;
    const path = route.pattern.replace(":id", "{id}").replace("{r}", "{resource}");
    const item = paths[path] ?? known[path] ?? variablesIn(path);
    paths[path] = { ...item, [route.method.toLowerCase()]: endpointOperation(route) };
  }
  return paths;
}

/** Returns the path of a route for a resource; undefined if the route is not of the resource. */
function pathFor({ pattern, operation }: RecordRoute, resource: Resource): string | undefined {
  const path = pattern.replace("{r}", resource.path).replace(":id", "{id}");
  if (!path.startsWith(`/api/${resource.path}/`) && path !== `/api/${resource.path}`) return;
  return offersOperation(resource, operation) ? path : undefined;
}
