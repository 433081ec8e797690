import type { Operation } from "@/lib/schema/resource";

/** Operations without credentials. */
export type PublicOperation =
  | "openApi"
  | "health"
  | "readiness"
  | "metrics"
  | "securityText"
  | SessionOperation;

/** Signing in and out: by a password, or by a link that is itself a credential. */
export type SessionOperation =
  | "signIn"
  | "signOut"
  | "getSession"
  | "lookUpReset"
  | "resetPassword"
  | "lookUpInvitation"
  | "acceptInvitation";

/** Operations with credentials on the caller or on users, not on records. */
export type AccountOperation =
  | "getMe"
  | "renameMe"
  | "changePassword"
  | "confirm"
  | "listSessions"
  | "endSession"
  | "endOtherSessions"
  | "lastSeen"
  | "deploymentOwners"
  | "makeResetLink"
  | "disablePerson"
  | "enablePerson"
  | "endPersonSessions"
  | "membershipRequests"
  | "acceptRequest"
  | "declineRequest"
  | "issuedAccess"
  | "orphanedKeys"
  | "accountOrigins";

/** A write of many records in one request. Each record succeeds or is refused separately. */
export type BulkOperation = "bulkCreate" | "bulkUpdate" | "bulkDelete";

/** Operations on records: the basic six, and those of single resources or for the console. */
export type RecordOperation =
  | Operation
  | BulkOperation
  | "rotate"
  | "versions"
  | "export"
  | "references"
  | "upload"
  | "download";

/** Operations over many resources. */
export type ServiceOperation =
  | "search"
  | "labels"
  | "summary"
  | "integrity"
  | "repair"
  | "access"
  | "deployment"
  | "snapshot";

/** The operation of a route. */
export type RouteOperation =
  | RecordOperation
  | ServiceOperation
  | AccountOperation
  | PublicOperation;

/** One method of one path. `{r}` stands for a resource's path, `:id` for a record's id. */
export type Route = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly pattern: string;
} & (
  | (NotOpen & NotService & NotOwn & { readonly operation: RecordOperation })
  /** `service`: needs a caller, but is not about a single resource. */
  | (NotOpen & NotOwn & { readonly operation: ServiceOperation; readonly service: true })
  /** `own`: needs a caller and decides by itself what the caller may do. */
  | (NotOpen & NotService & { readonly operation: AccountOperation; readonly own: true })
  /** `open`: needs no credentials. */
  | (NotService & NotOwn & { readonly operation: PublicOperation; readonly open: true })
);

type NotOpen = { readonly open?: never };
type NotService = { readonly service?: never };
type NotOwn = { readonly own?: never };

/**
 * All routes (reference, "Endpoints", and Tocsin's own). Routing, tests and the OpenAPI document
 * all read this list. HEAD and OPTIONS follow from it and are not listed.
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
  { method: "POST", pattern: "/api/{r}/bulk-create", operation: "bulkCreate" },
  { method: "POST", pattern: "/api/{r}/bulk-update", operation: "bulkUpdate" },
  { method: "POST", pattern: "/api/{r}/bulk-delete", operation: "bulkDelete" },
  { method: "POST", pattern: "/api/{r}/versions", operation: "versions" },
  { method: "GET", pattern: "/api/{r}/export", operation: "export" },
  { method: "POST", pattern: "/api/{r}/export", operation: "export" },
  { method: "GET", pattern: "/api/{r}/:id/references", operation: "references" },
  { method: "POST", pattern: "/api/api-key/:id/rotate", operation: "rotate" },
  { method: "POST", pattern: "/api/file", operation: "upload" },
  { method: "GET", pattern: "/api/file/:id", operation: "download" },
  { method: "GET", pattern: "/api/search", operation: "search", service: true },
  { method: "POST", pattern: "/api/labels", operation: "labels", service: true },
  { method: "GET", pattern: "/api/summary", operation: "summary", service: true },
  { method: "GET", pattern: "/api/integrity", operation: "integrity", service: true },
  { method: "POST", pattern: "/api/integrity/repair", operation: "repair", service: true },
  { method: "GET", pattern: "/api/deployment", operation: "deployment", service: true },
  { method: "GET", pattern: "/api/access", operation: "access", service: true },
  { method: "GET", pattern: "/api/snapshot", operation: "snapshot", service: true },
  { method: "GET", pattern: "/api/openapi.json", operation: "openApi", open: true },
  { method: "GET", pattern: "/healthz", operation: "health", open: true },
  { method: "GET", pattern: "/readyz", operation: "readiness", open: true },
  { method: "GET", pattern: "/metrics", operation: "metrics", open: true },
  { method: "GET", pattern: "/.well-known/security.txt", operation: "securityText", open: true },
  { method: "POST", pattern: "/api/auth/sign-in/email", operation: "signIn", open: true },
  { method: "POST", pattern: "/api/auth/sign-out", operation: "signOut", open: true },
  { method: "GET", pattern: "/api/auth/get-session", operation: "getSession", open: true },
  { method: "POST", pattern: "/api/auth/reset/look-up", operation: "lookUpReset", open: true },
  { method: "POST", pattern: "/api/auth/reset", operation: "resetPassword", open: true },
  { method: "POST", pattern: "/api/invitation/look-up", operation: "lookUpInvitation", open: true },
  { method: "POST", pattern: "/api/invitation/accept", operation: "acceptInvitation", open: true },
  { method: "GET", pattern: "/api/me", operation: "getMe", own: true },
  { method: "POST", pattern: "/api/me", operation: "renameMe", own: true },
  { method: "POST", pattern: "/api/auth/change-password", operation: "changePassword", own: true },
  { method: "POST", pattern: "/api/auth/confirm", operation: "confirm", own: true },
  { method: "GET", pattern: "/api/auth/sessions", operation: "listSessions", own: true },
  { method: "DELETE", pattern: "/api/auth/sessions/:id", operation: "endSession", own: true },
  {
    method: "POST",
    pattern: "/api/auth/end-other-sessions",
    operation: "endOtherSessions",
    own: true,
  },
  { method: "GET", pattern: "/api/last-seen", operation: "lastSeen", own: true },
  { method: "GET", pattern: "/api/deployment-owner", operation: "deploymentOwners", own: true },
  { method: "POST", pattern: "/api/user/:id/reset-link", operation: "makeResetLink", own: true },
  { method: "POST", pattern: "/api/user/:id/disable", operation: "disablePerson", own: true },
  { method: "POST", pattern: "/api/user/:id/enable", operation: "enablePerson", own: true },
  {
    method: "POST",
    pattern: "/api/user/:id/end-sessions",
    operation: "endPersonSessions",
    own: true,
  },
  { method: "GET", pattern: "/api/membership-request", operation: "membershipRequests", own: true },
  {
    method: "POST",
    pattern: "/api/membership-request/:id/accept",
    operation: "acceptRequest",
    own: true,
  },
  {
    method: "POST",
    pattern: "/api/membership-request/:id/decline",
    operation: "declineRequest",
    own: true,
  },
  { method: "GET", pattern: "/api/user/:id/issued-access", operation: "issuedAccess", own: true },
  { method: "GET", pattern: "/api/orphaned-key", operation: "orphanedKeys", own: true },
  { method: "GET", pattern: "/api/account-origin", operation: "accountOrigins", own: true },
];

/** The operations without visible effects. HEAD is allowed if GET has such an operation. */
export const readingOperations: ReadonlySet<RouteOperation> = new Set([
  ...(["list", "get", "count", "versions", "export", "references", "download"] as const),
  ...(["search", "labels", "summary", "integrity", "access"] as const),
  ...(["deployment", "snapshot"] as const),
  ...(["openApi", "health", "readiness", "metrics", "securityText", "getSession"] as const),
  ...(["getMe", "listSessions", "lastSeen", "deploymentOwners"] as const),
  ...(["membershipRequests", "issuedAccess", "orphanedKeys", "accountOrigins"] as const),
]);

/** Reads that the change log records. */
export const loggedReads: ReadonlySet<RouteOperation> = new Set(["export", "snapshot"] as const);
