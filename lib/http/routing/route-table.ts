import { type EndpointName, endpoints } from "@/lib/contract";
import type { Effect, Endpoint } from "@/lib/contract/endpoint";
import type { Operation, Right } from "@/lib/schema/resource";

/** A write of many records in one request. Each record succeeds or is refused separately. */
export type BulkOperation = "bulkCreate" | "bulkUpdate" | "bulkDelete";

/** Operations on records: the basic six, and those of single resources or for the console. */
export type RecordOperation = keyof typeof table;

/** One method of one path. `{r}` stands for a resource's path, `:id` for a record's id. */
export type Route = RecordRoute | EndpointRoute;

/** A route whose path names a resource. Its caller needs a right on that resource. */
export interface RecordRoute extends Address {
  readonly names: "resource";
  readonly operation: RecordOperation;
  readonly caller: Right;
}

/** A route whose path names an endpoint of the contract. */
export interface EndpointRoute extends Address {
  readonly names: "endpoint";
  readonly operation: EndpointName;
  readonly caller: Endpoint["caller"];
}

interface Address {
  readonly method: Endpoint["method"];
  readonly pattern: string;
  readonly effect: Effect;
}

/** The right, the effect and the name of an operation on records. */
interface RecordOperationParts {
  readonly right: Right;
  readonly effect: Effect;
  readonly verb: string;
  /** The basic operation that a resource must offer; absent: this one. */
  readonly like?: Operation;
  /** Only of resources whose definition has this part. */
  readonly needs?: "lifecycle";
}

const table = {
  list: { right: "read", effect: "reads", verb: "List" },
  get: { right: "read", effect: "reads", verb: "Get" },
  count: { right: "read", effect: "reads", verb: "Count" },
  create: { right: "create", effect: "writes", verb: "Create" },
  update: { right: "update", effect: "writes", verb: "Update" },
  delete: { right: "delete", effect: "writes", verb: "Delete" },
  bulkCreate: { right: "create", effect: "writes", verb: "Create many", like: "create" },
  bulkUpdate: { right: "update", effect: "writes", verb: "Update many", like: "update" },
  bulkDelete: { right: "delete", effect: "writes", verb: "Delete many", like: "delete" },
  versions: { right: "read", effect: "reads", verb: "Versions", like: "list" },
  export: { right: "read", effect: "exports", verb: "Export", like: "list" },
  references: { right: "read", effect: "reads", verb: "References", like: "get" },
  story: { right: "read", effect: "reads", verb: "Story", like: "get", needs: "lifecycle" },
  // Upload and key rotation have their own routes, so they need no separate offer.
  rotate: { right: "update", effect: "writes", verb: "Rotate", like: "get" },
  upload: { right: "create", effect: "writes", verb: "Upload", like: "get" },
  download: { right: "read", effect: "reads", verb: "Download", like: "get" },
} as const satisfies Record<string, RecordOperationParts>;

/** The right that each operation on records needs, and its effect. Rotation updates its key. */
export const recordOperations: Readonly<Record<RecordOperation, RecordOperationParts>> = table;

const recordRoutes = [
  ["GET", "/api/{r}/get-list", "list"],
  ["POST", "/api/{r}/get-list", "list"],
  ["GET", "/api/{r}/:id/get-item", "get"],
  ["POST", "/api/{r}/:id/get-item", "get"],
  ["GET", "/api/{r}/count", "count"],
  ["POST", "/api/{r}/count", "count"],
  ["POST", "/api/{r}", "create"],
  ["PUT", "/api/{r}/:id", "update"],
  ["POST", "/api/{r}/:id/update-item", "update"],
  ["GET", "/api/{r}/:id/update-item", "update"],
  ["DELETE", "/api/{r}/:id", "delete"],
  ["POST", "/api/{r}/:id/delete-item", "delete"],
  ["GET", "/api/{r}/:id/delete-item", "delete"],
  ["POST", "/api/{r}/bulk-create", "bulkCreate"],
  ["POST", "/api/{r}/bulk-update", "bulkUpdate"],
  ["POST", "/api/{r}/bulk-delete", "bulkDelete"],
  ["POST", "/api/{r}/versions", "versions"],
  ["GET", "/api/{r}/export", "export"],
  ["POST", "/api/{r}/export", "export"],
  ["GET", "/api/{r}/:id/references", "references"],
  ["GET", "/api/{r}/:id/story", "story"],
  ["POST", "/api/api-key/:id/rotate", "rotate"],
  ["POST", "/api/file", "upload"],
  ["GET", "/api/file/:id", "download"],
] as const;

/**
 * All routes (reference, "Endpoints", and Tocsin's own). Routing, tests and the OpenAPI document
 * all read this list. HEAD and OPTIONS follow from it and are not listed.
 */
export const routes: readonly Route[] = [
  ...recordRoutes.map(([method, pattern, operation]): Route => {
    const { right, effect } = recordOperations[operation];
    return { method, pattern, names: "resource", operation, caller: right, effect };
  }),
  ...endpointEntries().map(([operation, { method, path, caller, effect }]): Route => {
    return { method, pattern: path, names: "endpoint", operation, caller, effect };
  }),
];

/** The keys of an object literal are exactly those of its type. */
function endpointEntries(): [EndpointName, Endpoint][] {
  return Object.entries(endpoints) as [EndpointName, Endpoint][];
}
