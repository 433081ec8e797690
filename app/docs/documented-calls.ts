import type { DocumentedCall } from "@/components/docs/documented-call";
import { titlesFor } from "@/lib/http/openapi/operation-parts";
import { type RecordOperation, recordOperations, routes } from "@/lib/http/routing/route-table";
import { offersOperation } from "@/lib/http/routing/supports-operation";
import { exampleChange, exampleData, exampleId } from "@/lib/resources/examples/examples";
import type { JsonObject } from "@/lib/schema/json";
import { isRole } from "@/lib/schema/permission-titles";
import { everyOperation, type Resource } from "@/lib/schema/resource";

/** Returns the operations that resources share, with their paths as patterns. */
export function sharedCalls() {
  return everyOperation.map((operation) => ({
    verb: recordOperations[operation].verb,
    spellings: routes.filter((route) => route.operation === operation).map(toCallRoute),
  }));
}

/** Returns the calls that a resource offers, in the order of the route table. */
export function callsOf(resource: Resource): DocumentedCall[] {
  const own = routes.flatMap((route) => {
    const path = route.pattern.replace("{r}", resource.path);
    const isOwn = `${path}/`.startsWith(`/api/${resource.path}/`);
    if (!isOwn || route.names === "endpoint" || !offersOperation(resource, route.operation)) {
      return [];
    }
    return [{ operation: route.operation, route: { method: route.method, path } }];
  });
  const operations = [...new Set(own.map(({ operation }) => operation))];
  return operations.map((operation) => {
    const example = examples[operation](resource);
    return {
      operation,
      verb: recordOperations[operation].verb,
      routes: own.filter((call) => call.operation === operation).map(({ route }) => route),
      permission: resource.permission[recordOperations[operation].right],
      roles: titlesFor(operation, resource).filter(isRole),
      example: example && JSON.stringify(example, null, 2),
    };
  });
}

function toCallRoute({ method, pattern }: { method: string; pattern: string }) {
  return { method, path: pattern };
}

const examples: Readonly<Record<RecordOperation, (resource: Resource) => JsonObject | undefined>> =
  {
    list: (resource) => ({ ...exampleList(resource), limit: 10 }),
    get: ({ label }) => ({ select: { [label]: true } }),
    count: () => ({ query: {} }),
    create: (resource) => ({ data: exampleData(resource) }),
    update: (resource) => ({ data: exampleChange(resource) }),
    delete: () => undefined,
    bulkCreate: (resource) => ({ items: [{ data: exampleData(resource) }] }),
    bulkUpdate: (resource) => ({
      items: [{ id: exampleId(resource) }],
      data: exampleChange(resource),
    }),
    bulkDelete: (resource) => ({ items: [{ id: exampleId(resource) }] }),
    versions: () => ({ query: {} }),
    rotate: () => ({ data: { overlapMinutes: 60 } }),
    export: exampleList,
    references: () => undefined,
    story: () => undefined,
    upload: () => undefined,
    download: () => undefined,
  };

function exampleList({ label, timeField }: Resource): JsonObject {
  return {
    select: { [label]: true, [timeField]: true },
    query: {},
    sort: { [timeField]: -1 },
  };
}
