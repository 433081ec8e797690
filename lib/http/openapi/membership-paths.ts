import type { AccountOperation } from "@/lib/http/routing/route-table";
import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { accountOperation } from "./people-operation";
import { object, text } from "./people-schemas";

type MembershipOperation = Extract<
  AccountOperation,
  | "membershipRequests"
  | "acceptRequest"
  | "declineRequest"
  | "issuedAccess"
  | "orphanedKeys"
  | "accountOrigins"
>;

const known = [400, 401, 403, 413, 415, 500, 503];
const read = [400, 401, 403, 404, 500, 503];
const id = schemaRef("ObjectId");
const when = { type: "string", format: "date-time" };
const whenOrNull = { type: ["string", "null"], format: "date-time" };
const textOrNull = { type: ["string", "null"] };
const titles = { type: "array", items: text };
const projectId = { name: "projectId", in: "query", schema: id };
const theProject = { ...projectId, required: true };

/** Paths for joining projects, and for the contributions and origins of users. */
export const membershipPaths: Readonly<Record<MembershipOperation, JsonObject>> = {
  membershipRequests: accountOperation("membershipRequests", "List your membership requests", {
    reply: list({
      ...{ _id: id, projectId: id, projectName: text, permissions: titles },
      invitedBy: { anyOf: [object({ name: text, email: textOrNull }), { type: "null" }] },
      ...{ createdAt: when, expiresAt: whenOrNull },
    }),
    problems: [401, 403, 500, 503],
  }),
  acceptRequest: accountOperation("acceptRequest", "Accept a membership request", {
    reply: object({ projectId: id, slug: text }),
    problems: [...known, 404, 409],
  }),
  declineRequest: accountOperation("declineRequest", "Decline a membership request", {
    reply: schemaRef("Empty"),
    problems: [...known, 404],
  }),
  issuedAccess: accountOperation(
    "issuedAccess",
    "List the keys and open invitations that a person created",
    {
      parameters: [projectId],
      reply: object({
        keys: several({
          ...{ _id: id, name: text, prefix: textOrNull, projectId: textOrNull },
          ...{ permissions: titles, lastUsedAt: whenOrNull, expiresAt: whenOrNull },
        }),
        invitations: several({
          ...{ _id: id, email: text, projectId: id, permissions: titles, expiresAt: whenOrNull },
        }),
      }),
      problems: read,
    },
  ),
  orphanedKeys: accountOperation(
    "orphanedKeys",
    "List the working keys of a project whose creators left",
    {
      parameters: [theProject],
      reply: list({
        ...{ _id: id, createdBy: object({ _id: id, name: text }) },
        reason: { enum: ["disabled", "removed"] },
      }),
      problems: read,
    },
  ),
  accountOrigins: accountOperation(
    "accountOrigins",
    "List the origins of the accounts of a project's people",
    {
      parameters: [theProject],
      reply: object({
        data: {
          type: "object",
          description: "By the id of each person, pending members included.",
          additionalProperties: object({
            ...{ createdAt: whenOrNull, firstSignInAt: whenOrNull, invitedBy: textOrNull },
            ...{ isFromElsewhere: { type: "boolean" }, isSample: { type: "boolean" } },
          }),
        },
      }),
      problems: read,
    },
  ),
};

function several(properties: JsonObject): JsonObject {
  return { type: "array", items: object(properties) };
}

function list(properties: JsonObject): JsonObject {
  return object({ count: { type: "integer" }, data: several(properties) });
}
