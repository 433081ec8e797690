import type { JsonObject } from "@/lib/schema/json";

/** Schema parts for users. */
export const text: JsonObject = { type: "string" };
export const email: JsonObject = { type: "string", format: "email" };

/** Returns the schema of an object with exactly these properties. */
export function object(properties: JsonObject): JsonObject {
  const required = Object.keys(properties);
  return { type: "object", properties, required, additionalProperties: false };
}

const when = { type: "string", format: "date-time" };
const yesOrNo = { type: "boolean" };

export const userSchema: JsonObject = object({ _id: text, name: text, email });

export const sessionsSchema: JsonObject = object({
  count: { type: "integer" },
  data: {
    type: "array",
    items: object({
      ...{ _id: text, createdAt: when, lastUsedAt: when, expiresAt: when },
      ...{ address: text, userAgent: text, isThis: yesOrNo },
    }),
  },
});

const rights = {
  type: "object",
  description: "By the path of each resource.",
  additionalProperties: {
    type: "array",
    items: { enum: ["read", "create", "update", "delete"] },
  },
};

export const meSchema: JsonObject = object({
  type: { enum: ["user", "apiKey", "system"] },
  _id: text,
  name: text,
  email: { type: ["string", "null"] },
  isDeploymentOwner: yesOrNo,
  projects: {
    type: "array",
    items: object({
      ...{ _id: text, name: text, slug: text, createdAt: text, rights },
      permissions: { type: "array", items: text },
    }),
  },
  database: object({ inMemory: yesOrNo }),
  server: object({ version: { type: ["string", "null"] } }),
});

const notice: JsonObject = {
  ...object({
    at: when,
    event: { enum: ["reset_link_made", "reset_link_used", "failed_sign_ins"] },
  }),
  additionalProperties: true,
  description:
    "`by`: the name of the person who made the link, null for the operator. `address`: where the link was used. `count`, `since`: how many sign-ins failed.",
};

const session = object({
  ...{ _id: text, createdAt: text, expiresAt: text },
  isConfirmed: {
    ...yesOrNo,
    description: "The password was given in the last ten minutes, at the sign-in or by confirming.",
  },
});

export const getSessionSchema: JsonObject = {
  ...object({
    session: { anyOf: [session, { type: "null" }] },
    user: { anyOf: [userSchema, { type: "null" }] },
    me: { anyOf: [meSchema, { type: "null" }], description: "As `/api/me` answers." },
    notices: {
      type: "array",
      items: notice,
      description:
        "Notices about the account of the last 30 days. Absent when nobody is signed in.",
    },
  }),
  required: ["session", "user", "me"],
};
