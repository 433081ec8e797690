import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { resources } from "@/lib/resources/index";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { openApiDocument } from "./document";
import { endpointTags } from "./endpoint-operations";

const document = await openApiDocument(resources, { version: "1.2.3" });

/** Returns a value with sorted keys and with each reference replaced by its part. */
function inlined(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(inlined);
  if (!isJsonObject(value)) return value;
  const { $ref, ...own } = value;
  const whole = { ...(typeof $ref === "string" && partAt($ref)), ...own };
  const keys = Object.keys(whole).sort();
  return Object.fromEntries(keys.map((key) => [key, inlined(whole[key] ?? null)]));
}

function partAt(reference: string): JsonObject {
  const path = reference.split("/").slice(1);
  const found = path.reduce<JsonValue>((at, key) => (isJsonObject(at) && at[key]) || {}, document);
  return isJsonObject(found) ? found : {};
}

it("states the operations of the contract as before, or the list of digests changes too", async () => {
  const tags: readonly string[] = endpointTags.map(({ name }) => name);
  const lines = Object.entries(document["paths"] ?? {}).flatMap(([path, item]) =>
    Object.entries(item as JsonObject).flatMap(([method, operation]) => {
      if (!isJsonObject(operation) || !tags.includes(String([operation.tags].flat()[0]))) return [];
      const text = JSON.stringify(inlined(operation));
      const digest = createHash("sha256").update(text).digest("base64url").slice(0, 12);
      return [`${digest} ${method.toUpperCase()} ${path}`];
    }),
  );
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("endpoint-operations.txt");
});
