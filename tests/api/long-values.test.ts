import { afterAll, beforeAll, expect, it } from "vitest";
import { resources } from "@/lib/resources/index";
import type { FieldKind } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { type TestApi, testApi } from "@/tests/api";
import { requiredBody } from "@/tests/bodies";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const million = "🔔".repeat(1_000_000);

/** A value of each kind with long texts. */
const values: readonly [FieldKind, JsonValue][] = [
  ["veryLongText", million],
  ["markdown", million],
  ["json", { text: million }],
];

it.each(values)("a %s of 1,000,000 emoji is kept as it was sent", async (kind, value) => {
  const found = fieldOf(kind);
  if (!found) throw new Error(`No resource has a ${kind}.`);
  const [resource, name] = found;
  const data = { ...requiredBody(resource, api.projectId, 1), [name]: value };
  const made = await api.ask("POST", `/api/${resource.path}`, { key: api.owner, body: { data } });
  expect(made.status, made.text.slice(0, 300)).toBe(200);
  const path = `/api/${resource.path}/${made.body["_id"]}/get-item`;
  const body = { select: { [name]: true } };
  const read = await api.ask("POST", path, { key: api.owner, body });
  // A long response is streamed.
  expect(JSON.stringify(JSON.parse(read.text)[name]) === JSON.stringify(value)).toBe(true);
});

/** Returns the first writable field of a kind, with its resource. */
function fieldOf(kind: FieldKind): readonly [Resource, string] | undefined {
  for (const resource of resources.values()) {
    if (!resource.operations.includes("create") || !resource.operations.includes("get")) continue;
    for (const [name, field] of Object.entries(resource.fields)) {
      const isOurs = field.kind === kind && !field.hidden && field.writtenBy !== "server";
      if (isOurs && !field.names) return [resource, name];
    }
  }
  return undefined;
}
