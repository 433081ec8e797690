import type { RecordOperation, RecordRoute, Route } from "@/lib/http/routing/route-table";
import type { JsonObject } from "@/lib/schema/json";
import { componentName } from "@/lib/schema/openapi/names";
import type { Resource } from "@/lib/schema/resource";
import { partRef } from "./common-parts";
import { responsesOf, usualStatuses } from "./error-responses";
import { operationParts, permissionText, summaryOf } from "./operation-parts";
import { namesOf } from "./spellings";

/** Returns one method of one path of a resource. */
export function operationObject(resource: Resource, route: RecordRoute): JsonObject {
  const { operation, method } = route;
  const {
    body,
    reply,
    problems = usualStatuses,
    parameters = [],
    onGet = [],
  } = operationParts[operation];
  const name = componentName(resource);
  const shared = [...parameters, ...(method === "GET" && isRead(operation) ? onGet : [])];
  return {
    ...namesOf(resource, route),
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

/** Returns a path with the parameters of its methods. */
export function pathItem(resource: Resource, { pattern }: Route): JsonObject {
  if (!pattern.includes(":id")) return {};
  return { parameters: [partRef("parameters", `${componentName(resource)}Id`)] };
}

function isRead(operation: RecordOperation): boolean {
  return operationParts[operation].onGet !== undefined;
}
