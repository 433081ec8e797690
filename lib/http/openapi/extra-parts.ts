import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { bodyOf, fileResponse, jsonResponse, type Parts } from "./resource-parts";

/** Parts of a resource beyond its definition, given its component's name and schema. */
export const extraParts: Readonly<
  Record<string, (name: string, record: JsonObject) => Partial<Parts>>
> = { "api-key": apiKeyParts, file: fileParts, invitation: invitationParts };

function invitationParts(name: string, record: JsonObject): Partial<Parts> {
  const link = { type: "string", description: "For who is invited. Only in this reply, once." };
  const properties = { ...(record["properties"] as JsonObject), link };
  return { schemas: { [name]: { ...record, properties } } };
}

function fileParts(name: string): Partial<Parts> {
  return {
    requestBodies: {
      [`${name}Upload`]: {
        description: "The bytes as they are, at most 10,000,000.",
        required: true,
        content: { "*/*": { schema: { type: "string", format: "binary" } } },
      },
    },
    responses: {
      [`${name}Uploaded`]: jsonResponse("The record of the file.", schemaRef(name), []),
      [`${name}Content`]: fileResponse("The bytes, to be saved.", ["*/*"]),
    },
  };
}

function apiKeyParts(name: string, record: JsonObject): Partial<Parts> {
  const key = {
    type: "string",
    description: "The secret. Only in the reply to a create or a rotation, once.",
  };
  const overlapMinutes = {
    type: "integer",
    minimum: 0,
    maximum: 10_080,
    default: 0,
    description: "How long the old secret still works.",
  };
  const data = { type: "object", properties: { overlapMinutes }, additionalProperties: false };
  return {
    schemas: {
      [name]: { ...record, properties: { ...(record["properties"] as JsonObject), key } },
    },
    requestBodies: { [`${name}Rotate`]: bodyOf({ data }, { data: { overlapMinutes: 60 } }) },
    responses: {
      [`${name}Rotated`]: jsonResponse("The key with its new secret.", schemaRef(name), ["ETag"]),
    },
  };
}
