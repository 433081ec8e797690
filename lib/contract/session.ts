import { z } from "zod";
import type { Notice } from "@/lib/schema/account/notice";
import { currentUser } from "./current-user";
import { endpoint, type Said } from "./endpoint";
import { newPassword, optionalText, sentText } from "./inputs";
import { email, empty, id, shaped, text, yesOrNo } from "./parts";

const token = sentText.meta({ description: "The part of the link behind `#`." });
const user = z.object({ _id: text, name: text, email });

/** The common properties of signing in and out, by a password or by a one-use link. */
const open = { method: "POST", tag: "Signing in and people", caller: "anyone" } as const;

export const signIn = endpoint({
  ...open,
  path: "/api/auth/sign-in/email",
  summary: "Sign in",
  effect: "writes",
  body: z.strictObject({ email: sentText, password: sentText }),
  reply: z.object({ user }),
  setsCookie: true,
  problems: [401, 429],
});

export const signOut = endpoint({
  ...open,
  path: "/api/auth/sign-out",
  summary: "Sign out",
  effect: "writes",
  reply: empty,
  setsCookie: true,
  problems: [401],
});

const notice = shaped<Notice>({
  type: "object",
  properties: {
    at: { type: "string", format: "date-time" },
    event: { type: "string", enum: ["reset_link_made", "reset_link_used", "failed_sign_ins"] },
  },
  required: ["at", "event"],
  additionalProperties: true,
  description:
    "`by`: the name of the person who made the link, null for the operator. `address`: where the link was used. `count`, `since`: how many sign-ins failed.",
});

const session = z.object({
  ...{ _id: text, createdAt: text, expiresAt: text },
  isConfirmed: yesOrNo.meta({
    description: "The password was given in the last ten minutes, at the sign-in or by confirming.",
  }),
});

export const getSession = endpoint({
  ...open,
  method: "GET",
  path: "/api/auth/get-session",
  summary: "Get the current session",
  effect: "reads",
  reply: z.object({
    session: session.nullable(),
    user: user.nullable(),
    me: currentUser.nullable().meta({ description: "As `/api/me` answers." }),
    notices: z.array(notice).optional().meta({
      description:
        "Notices about the account of the last 30 days. Absent when nobody is signed in.",
    }),
  }),
});

/** A link that no longer works, and the remedy. */
const closed = z.object({ isOpen: z.literal(false), reason: text });
const isOpen = z.literal(true);

export const lookUpReset = endpoint({
  ...open,
  path: "/api/auth/reset/look-up",
  summary: "Look up a password reset link",
  effect: "writes",
  body: z.strictObject({ token }),
  reply: z.union([z.object({ isOpen, email }), closed]),
  problems: [429],
});

export const resetPassword = endpoint({
  ...open,
  path: "/api/auth/reset",
  summary: "Set a new password with a reset link",
  effect: "writes",
  body: z.strictObject({ token, password: newPassword }),
  reply: z.object({ email }),
  setsCookie: true,
  problems: [404, 429],
});

const invitation = z.object({
  ...{ isOpen, email, projectName: text, expiresAt: text },
  name: text.nullable(),
});

export const lookUpInvitation = endpoint({
  ...open,
  path: "/api/invitation/look-up",
  summary: "Look up an invitation",
  effect: "writes",
  body: z.strictObject({ token }),
  reply: z.union([invitation, closed]),
  problems: [429],
});

export const acceptInvitation = endpoint({
  ...open,
  path: "/api/invitation/accept",
  summary: "Accept an invitation and sign in",
  effect: "writes",
  body: z.strictObject({ token, password: sentText, name: optionalText }),
  reply: z.object({ user, projectId: id, slug: text }),
  setsCookie: true,
  problems: [401, 404, 409, 429],
});

/** Content of an invitation for the invited user. */
export type Invited = Said<z.output<typeof invitation>>;
