import type { JsonObject } from "@/lib/schema/json";

/** Parts of what is said about people. */
export const text: JsonObject = { type: "string" };
export const email: JsonObject = { type: "string", format: "email" };

/** An object of exactly these properties. */
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
