import {
  type RecordOperation,
  type RecordRoute,
  type Route,
  routes,
} from "@/lib/http/routing/route-table";
import type { JsonObject } from "@/lib/schema/json";
import { componentName } from "@/lib/schema/openapi/names";
import type { Resource } from "@/lib/schema/resource";
import { partRef } from "./common-parts";
import { responsesOf } from "./error-responses";
import { always, operationParts, permissionText, summaryOf } from "./operation-parts";

/** Returns one method of one path of a resource. */
export function operationObject(resource: Resource, route: RecordRoute): JsonObject {
  const { operation, method } = route;
  const { body, reply, problems = always, parameters = [], onGet = [] } = operationParts[operation];
  const name = componentName(resource);
  const shared = [...parameters, ...(method === "GET" && isRead(operation) ? onGet : [])];
  return {
    operationId: `${operation}${name}${spelling(route)}`,
    tags: [resource.plural],
    summary: summaryOf(operation, resource),
    ...permissionText(operation, resource),
    parameters: shared.map((one) => partRef("parameters", one)),
    ...(body && { requestBody: partRef("requestBodies", `${name}${body}`) }),
    ...responsesOf(
      {
        "200": partRef("responses", reply.replace("…", name)),
        ...(operation === "get" &&
          method === "GET" && { "304": partRef("responses", "NotModified") }),
      },
      problems,
    ),
  };
}

/** Returns the parameters of every method of a path. */
export function pathParameters(resource: Resource, { pattern }: Route): JsonObject[] {
  const id = pattern.includes(":id") ? [`${componentName(resource)}Id`] : [];
  return [...id, "requestId"].map((name) => partRef("parameters", name));
}

function isRead(operation: RecordOperation): boolean {
  return operationParts[operation].onGet !== undefined;
}

/** Returns the suffix that distinguishes further methods of an operation from the first. */
function spelling({ operation, method }: RecordRoute): string {
  const first = routes.find((route) => route.operation === operation);
  if (first?.method === method) return "";
  return `By${method.charAt(0)}${method.slice(1).toLowerCase()}`;
}
