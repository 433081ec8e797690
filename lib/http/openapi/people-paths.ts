import type { AccountOperation, SessionOperation } from "@/lib/http/routing/route-table";
import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { membershipPaths } from "./membership-paths";
import { accountOperation, publicOperation } from "./people-operation";
import {
  email,
  getSessionSchema,
  meSchema,
  object,
  sessionsSchema,
  text,
  userSchema,
} from "./people-schemas";

const token = { ...text, description: "The part of the link behind `#`." };
const password = { type: "string", minLength: 8, maxLength: 128 };
const nothing = schemaRef("Empty");
const always = [400, 403, 413, 415, 500, 503];
const guessed = [...always, 401, 429];
const known = [...always, 401];

/** Returns the schema of a one-use link. A closed link gives the reason. */
function link(properties: JsonObject): JsonObject {
  const open = object({ isOpen: { const: true }, ...properties });
  return { anyOf: [open, object({ isOpen: { const: false }, reason: text })] };
}

/** Paths for signing in and out. */
export const sessionPaths: Readonly<Record<SessionOperation, JsonObject>> = {
  signIn: publicOperation("signIn", "Sign in", {
    body: object({ email: text, password: text }),
    reply: object({ user: userSchema }),
    setsCookie: true,
    problems: guessed,
  }),
  signOut: publicOperation("signOut", "Sign out", {
    reply: nothing,
    setsCookie: true,
    problems: always,
  }),
  getSession: publicOperation("getSession", "Get the current session", {
    reply: getSessionSchema,
    problems: [403, 500, 503],
  }),
  resetPassword: publicOperation("resetPassword", "Set a new password with a reset link", {
    body: object({ token, password }),
    reply: object({ email }),
    setsCookie: true,
    problems: [...always, 404, 429],
  }),
  lookUpReset: publicOperation("lookUpReset", "Look up a password reset link", {
    body: object({ token }),
    reply: link({ email }),
    problems: [...always, 429],
  }),
  lookUpInvitation: publicOperation("lookUpInvitation", "Look up an invitation", {
    body: object({ token }),
    reply: link({
      ...{ email, projectName: text, expiresAt: text, hasAccount: { type: "boolean" } },
      name: { type: ["string", "null"] },
    }),
    problems: [...always, 429],
  }),
  acceptInvitation: publicOperation("acceptInvitation", "Accept an invitation and sign in", {
    body: { ...object({ token, password: text, name: text }), required: ["token", "password"] },
    reply: object({ user: userSchema, projectId: schemaRef("ObjectId"), slug: text }),
    setsCookie: true,
    problems: [...guessed, 404, 409],
  }),
};

/** Paths for a user's own account, and for administering the accounts of others. */
export const accountPaths: Readonly<Record<AccountOperation, JsonObject>> = {
  getMe: accountOperation("getMe", "Get the current user and their permissions", {
    reply: meSchema,
    problems: [401, 403, 500, 503],
  }),
  renameMe: accountOperation("renameMe", "Change your name", {
    body: object({ data: object({ name: text }) }),
    reply: nothing,
    problems: known,
  }),
  changePassword: accountOperation("changePassword", "Change your password", {
    body: object({ currentPassword: text, newPassword: password }),
    reply: nothing,
    setsCookie: true,
    problems: [...known, 429],
  }),
  confirm: accountOperation("confirm", "Confirm your password for ten minutes", {
    body: object({ password: text }),
    reply: object({ confirmedUntil: { ...text, format: "date-time" } }),
    problems: [...known, 429],
  }),
  listSessions: accountOperation("listSessions", "List your sessions", {
    reply: sessionsSchema,
    problems: [401, 403, 500, 503],
  }),
  endSession: accountOperation("endSession", "End one of your sessions", {
    reply: nothing,
    problems: [...known, 404],
  }),
  endOtherSessions: accountOperation("endOtherSessions", "End all your other sessions", {
    reply: schemaRef("Count"),
    problems: known,
  }),
  lastSeen: accountOperation(
    "lastSeen",
    "List when the people of a project last used the console",
    {
      parameters: [
        { name: "projectId", in: "query", required: true, schema: schemaRef("ObjectId") },
      ],
      reply: object({
        data: {
          type: "object",
          description: "By the id of each person who has a session.",
          additionalProperties: { type: "string", format: "date-time" },
        },
      }),
      problems: [400, 401, 403, 404, 500, 503],
    },
  ),
  deploymentOwners: accountOperation("deploymentOwners", "List the owners of the deployment", {
    parameters: [{ name: "projectId", in: "query", required: true, schema: schemaRef("ObjectId") }],
    reply: object({
      data: {
        type: "array",
        description: "Owners of the whole deployment; they are members of no project for it.",
        items: object({
          ...{ _id: schemaRef("ObjectId"), name: text, email: text },
          isDisabled: { type: "boolean" },
        }),
      },
    }),
    problems: [400, 401, 403, 404, 500, 503],
  }),
  makeResetLink: accountOperation("makeResetLink", "Create a password reset link for a person", {
    reply: object({ link: text, expiresAt: text }),
    problems: [...known, 404],
  }),
  disablePerson: onPerson("disablePerson", "Disable a person"),
  enablePerson: onPerson("enablePerson", "Enable a person"),
  endPersonSessions: onPerson("endPersonSessions", "End all sessions of a person"),
  ...membershipPaths,
};

function onPerson(id: string, summary: string): JsonObject {
  return accountOperation(id, summary, { reply: nothing, problems: [...known, 404, 409] });
}
