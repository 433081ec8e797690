import { z } from "zod";
import { endpoint, type Said } from "./endpoint";
import { dateTime, empty, id, text, texts } from "./parts";

const shared = { tag: "Signing in and people", caller: "caller" } as const;

const request = z.object({
  /** The id of the invitation or of the pending membership. */
  _id: id,
  ...{ projectId: id, projectName: text },
  /** Roles and permission titles that the membership grants. */
  permissions: texts,
  /** The user or key that sent the request. Null when it is no longer known. */
  invitedBy: z.object({ name: text, email: text.nullable() }).nullable(),
  createdAt: dateTime,
  /** Null if the request stays open until it is answered or withdrawn. */
  expiresAt: dateTime.nullable(),
});

export const membershipRequests = endpoint({
  ...shared,
  ...{ method: "GET", path: "/api/membership-request", effect: "reads" },
  summary: "List your membership requests",
  reply: z.object({ count: z.int(), data: z.array(request) }),
});

export const acceptRequest = endpoint({
  ...shared,
  ...{ method: "POST", path: "/api/membership-request/:id/accept", effect: "writes" },
  summary: "Accept a membership request",
  reply: z.object({ projectId: id, slug: text }),
  problems: [404, 409],
});

export const declineRequest = endpoint({
  ...shared,
  ...{ method: "POST", path: "/api/membership-request/:id/decline", effect: "writes" },
  summary: "Decline a membership request",
  reply: empty,
  problems: [404],
});

export type MembershipRequest = Said<z.output<typeof request>>;
