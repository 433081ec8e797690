import { z } from "zod";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { currentUser } from "./current-user";
import { endpoint, type Said } from "./endpoint";
import { newPassword, sentText } from "./inputs";
import { count, dateTime, empty, text, yesOrNo } from "./parts";

const tag = "Signing in and people";
const read = { method: "GET", tag, effect: "reads" } as const;
const write = { method: "POST", tag, effect: "writes" } as const;

export const getMe = endpoint({
  ...read,
  path: "/api/me",
  summary: "Get the current user and their permissions",
  caller: "caller",
  reply: currentUser,
});

export const renameMe = endpoint({
  ...write,
  path: "/api/me",
  summary: "Change your name",
  caller: "caller",
  body: z.strictObject({
    data: z.strictObject(
      { name: sentText },
      {
        error: ({ code }) =>
          code === "invalid_type" ? 'must be an object such as {"name": "Mia"}' : undefined,
      },
    ),
  }),
  reply: empty,
});

export const changePassword = endpoint({
  ...write,
  path: "/api/auth/change-password",
  summary: "Change your password",
  caller: "session",
  body: z.strictObject({ currentPassword: sentText, newPassword }),
  reply: empty,
  setsCookie: true,
  problems: [429],
});

export const confirm = endpoint({
  ...write,
  path: "/api/auth/confirm",
  summary: "Confirm your password for ten minutes",
  caller: "session",
  body: z.strictObject({ password: sentText }),
  reply: z.object({ confirmedUntil: dateTime }),
  problems: [429],
});

const session = z.object({
  ...{ _id: text, createdAt: dateTime, lastUsedAt: dateTime, expiresAt: dateTime },
  ...{ address: text, userAgent: text },
  /** The session of the request. */
  isThis: yesOrNo,
});

export const listSessions = endpoint({
  ...read,
  path: "/api/auth/sessions",
  summary: "List your sessions",
  caller: "session",
  reply: z.object({ count: z.int(), data: z.array(session) }),
});

export const endSession = endpoint({
  ...write,
  method: "DELETE",
  path: "/api/auth/sessions/:id",
  summary: "End one of your sessions",
  caller: "session",
  reply: empty,
  problems: [404],
});

export const endOtherSessions = endpoint({
  ...write,
  path: "/api/auth/end-other-sessions",
  summary: "End all your other sessions",
  caller: "session",
  reply: z.object({ count }).meta(schemaRef("Count")),
});

export type OwnSession = Said<z.output<typeof session>>;
