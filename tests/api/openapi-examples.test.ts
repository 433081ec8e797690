import { describe, expect, it } from "vitest";
import { openApiDocument } from "@/lib/http/openapi/document";
import { exampleData, exampleId } from "@/lib/resources/examples/examples";
import { resources } from "@/lib/resources/index";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { matrixResources } from "@/tests/matrix";
import { partOf } from "@/tests/part-of";
import { expectStatus, type Reply, type TestApi, testApi } from "../api";
import { expectDocumented, replyFaults } from "../openapi-validator";

const document = await openApiDocument(resources, { version: "0.0.0" });
/** Resources open to keys: preferences belong to users only. */
const all = matrixResources.filter(({ permission }) => Object.keys(permission).length > 0);

describe.each(all.map((resource) => [resource.path, resource] as const))(
  "the documented examples of %s",
  (_, resource) => {
    it("work unchanged, and get the documented responses", async () => {
      const api = await testApi();
      const key = await api.key(["Project Owner"], null);
      const calls = callsOf(resource);
      for (const call of calls) {
        if (call.path.includes(exampleId(resource))) await makeSure(api, key, resource);
        const { method, path, body } = call;
        const reply = await api.ask(method, path, { key, ...(body && { body }) });
        expectStatus(reply, 200);
        expectDocumented(answered(method, path, reply));
        if (call.isCreate)
          await api.ask("DELETE", `/api/${resource.path}/${reply.body["_id"]}`, { key });
      }
      expect(calls.length).toBeGreaterThan(5);
      await api.close();
    });
  },
);

describe("the validator of replies", () => {
  it("finds responses that the document does not allow", async () => {
    const api = await testApi();
    const path = "/api/alert-severity/count";
    const reply = answered("POST", path, await api.ask("POST", path, { key: api.owner }));
    expect(replyFaults(reply)).toEqual([]);
    expect(replyFaults({ ...reply, status: 201 })).toHaveLength(1);
    expect(replyFaults({ ...reply, path: "/api/nothing" })).toHaveLength(1);
    expect(replyFaults({ ...reply, body: '{"count":1,"more":2}' })).toHaveLength(1);
    expect(
      replyFaults({ ...reply, headers: { ...reply.headers, "X-Powered-By": "x" } }),
    ).toHaveLength(1);
    await api.close();
  });

  it("finds errors whose status, code and headers do not belong together", async () => {
    const api = await testApi();
    const path = "/api/alert-severity/count";
    const refused = await api.ask("GET", path, { key: api.owner, query: "nosuch=1" });
    const reply = answered("GET", path, refused);
    expect(replyFaults(reply)).toEqual([]);
    expect(replyFaults({ ...reply, status: 403 })).toHaveLength(1);
    expect(replyFaults({ ...reply, status: 412 })).toHaveLength(1);
    const other = reply.body.replace('"validation"', '"conflict"');
    expect(replyFaults({ ...reply, body: other })).toHaveLength(1);
    const { "Cache-Control": _, ...headers } = reply.headers;
    expect(replyFaults({ ...reply, headers })).toHaveLength(1);
    const unknown = answered("GET", path, await api.ask("GET", path, {}));
    expect(replyFaults(unknown)).toEqual([]);
    const { "WWW-Authenticate": __, ...unchallenged } = unknown.headers;
    expect(replyFaults({ ...unknown, headers: unchallenged })).toHaveLength(1);
    await api.close();
  });

  it("accepts refusals, whatever the path", async () => {
    const api = await testApi();
    for (const [method, path] of [
      ["GET", "/api/nothing"],
      ["DELETE", "/api/incident-episode-feed/0190a000-0000-7000-8000-0000000000ff"],
      ["OPTIONS", "/api/alert-severity/count"],
      ["HEAD", "/api/alert-severity/count"],
    ] as const) {
      expectDocumented(answered(method, path, await api.ask(method, path, { key: api.owner })));
    }
    await api.close();
  });
});

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: JsonObject;
  readonly isCreate: boolean;
}

/**
 * Returns every documented call of a resource with its examples, creates first and deletes last.
 */
function callsOf(resource: Resource): Call[] {
  const items = Object.entries(partOf(document, "paths")).filter(([path]) =>
    `${path}/`.startsWith(`/api/${resource.path}/`),
  );
  const calls = items.flatMap(([path, item]) =>
    Object.entries(item as JsonObject).flatMap(([method, operation]) => {
      if (!isJsonObject(operation) || !isAbout(resource, operation)) return [];
      const isCreate = String(operation["operationId"]).startsWith("create");
      // A file is no JSON, so it has no JSON example.
      if (String(operation["operationId"]).startsWith("upload")) return [];
      const body = exampleBody(operation["requestBody"]);
      const sent = path.replace("{id}", exampleId(resource));
      return [{ method: method.toUpperCase(), path: sent, isCreate, ...(body && { body }) }];
    }),
  );
  const rank = ({ isCreate, path, method }: Call) =>
    isCreate ? 0 : Number(method === "DELETE" || /\/(?:delete-item|bulk-delete)$/.test(path)) + 1;
  return calls.sort((one, other) => rank(one) - rank(other));
}

/**
 * Returns whether an operation belongs to the resource itself. Account paths below it need more
 * than an example.
 */
function isAbout({ plural }: Resource, { tags }: JsonObject): boolean {
  return Array.isArray(tags) && tags.includes(plural);
}

function exampleBody(reference: JsonValue | undefined): JsonObject | undefined {
  if (!isJsonObject(reference)) return undefined;
  const name = String(reference["$ref"]).split("/").at(-1) ?? "";
  const body = partOf(document, "components", "requestBodies", name);
  return partOf(body, "content", "application/json", "example");
}

/** Inserts the record that the examples refer to, unless it exists. */
async function makeSure(api: TestApi, key: string, resource: Resource): Promise<void> {
  const _id = exampleId(resource);
  const found = await api.ask("GET", `/api/${resource.path}/${_id}/get-item`, { key });
  if (found.status === 200) return;
  const own = resource.scope === "self" ? { projectId: _id } : {};
  await api.insert(resource, { ...exampleData(resource), ...own, _id });
}

function answered(method: string, path: string, reply: Reply) {
  const isEmpty = method === "HEAD" || method === "OPTIONS";
  return { ...reply, method, path, body: isEmpty ? "" : reply.text };
}
