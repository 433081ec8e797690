import type { Operation } from "@/lib/schema/resource";

/** What answers without credentials. */
export type OpenOperation = "openApi" | "health" | "readiness";

/** What is done to records: the six operations, and a new secret for a key. */
export type RecordOperation = Operation | "rotate";

/** What a route leads to. */
export type RouteOperation = RecordOperation | OpenOperation;

/** One method of one path. `{r}` stands for a resource's path, `:id` for a record's id. */
export type Route = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly pattern: string;
} & (
  | { readonly operation: RecordOperation; readonly open?: never }
  /** `open`: answers anyone, without an API key. */
  | { readonly operation: OpenOperation; readonly open: true }
);

/**
 * Every route there is (reference, "Endpoints", and Tocsin's own). Routing, tests and the OpenAPI document
 * all walk this list. HEAD and OPTIONS follow from it and are not listed.
 */
export const routes: readonly Route[] = [
  { method: "GET", pattern: "/api/{r}/get-list", operation: "list" },
  { method: "POST", pattern: "/api/{r}/get-list", operation: "list" },
  { method: "GET", pattern: "/api/{r}/:id/get-item", operation: "get" },
  { method: "POST", pattern: "/api/{r}/:id/get-item", operation: "get" },
  { method: "GET", pattern: "/api/{r}/count", operation: "count" },
  { method: "POST", pattern: "/api/{r}/count", operation: "count" },
  { method: "POST", pattern: "/api/{r}", operation: "create" },
  { method: "PUT", pattern: "/api/{r}/:id", operation: "update" },
  { method: "POST", pattern: "/api/{r}/:id/update-item", operation: "update" },
  { method: "GET", pattern: "/api/{r}/:id/update-item", operation: "update" },
  { method: "DELETE", pattern: "/api/{r}/:id", operation: "delete" },
  { method: "POST", pattern: "/api/{r}/:id/delete-item", operation: "delete" },
  { method: "GET", pattern: "/api/{r}/:id/delete-item", operation: "delete" },
  { method: "POST", pattern: "/api/api-key/:id/rotate", operation: "rotate" },
  { method: "GET", pattern: "/api/openapi.json", operation: "openApi", open: true },
  { method: "GET", pattern: "/healthz", operation: "health", open: true },
  { method: "GET", pattern: "/readyz", operation: "readiness", open: true },
];
