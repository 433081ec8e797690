import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "@/lib/http/routing/route-table";
import { referenceResources } from "@/lib/resources";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import { writableColumns } from "@/lib/schema/record/writable";
import type { Operation, Resource } from "@/lib/schema/resource";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";
import { fullBody, goodValue, requiredBody } from "@/tests/bodies";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

/** Returns the method and path of every route of an operation. */
function spellings(resource: Resource, operation: Operation, id = ""): [string, string][] {
  return routes
    .filter((route) => route.operation === operation)
    .map(({ method, pattern }) => [
      method,
      pattern.replace("{r}", resource.path).replace(":id", id),
    ]);
}

/** Creates a record, through the API if possible. */
async function made(resource: Resource, data: JsonObject): Promise<JsonObject> {
  if (!resource.operations.includes("create")) return api.insert(resource, data);
  const reply = await api.ask("POST", `/api/${resource.path}`, { key: api.owner, body: { data } });
  return expectStatus(reply, 200).body;
}

function readable(resource: Resource, data: JsonObject): JsonObject {
  const secret = new Set(
    writableColumns(resource)
      .filter(({ field }) => kindOf(field).isSecret)
      .map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(data).filter(([name]) => !secret.has(name)));
}

describe.each(referenceResources.map((resource) => ({ resource, name: resource.name })))(
  "$name",
  ({ resource }) => {
    it("is created from its required fields alone, projectId included (rule 4)", async () => {
      const sent = requiredBody(resource, api.projectId);
      const record = await made(resource, sent);
      expect(record).toMatchObject({ _id: expect.any(String), ...sent });
      if (!resource.operations.includes("create")) return;
      for (const name of Object.keys(sent)) {
        const { [name]: _, ...rest } = sent;
        const reply = await api.ask("POST", `/api/${resource.path}`, {
          key: api.owner,
          body: { data: rest },
        });
        expectStatus(reply, 400);
        expect(reply.body.errors).toMatchObject([{ pointer: `/data/${name}`, field: name }]);
      }
    });

    it("reads back every field of its table as it was sent", async () => {
      const sent = fullBody(resource, api.projectId, 7);
      const { _id } = await made(resource, sent);
      for (const [method, path] of spellings(resource, "get", String(_id))) {
        const reply = await api.ask(method, path, { key: api.owner, body: {} });
        expect(expectStatus(reply, 200).body).toMatchObject(readable(resource, sent));
      }
    });

    it("is listed, counted and found by every field", async () => {
      const sent = readable(resource, fullBody(resource, api.projectId, 21));
      const { _id = null } = await made(resource, sent);
      for (const [name, value] of Object.entries(sent)) {
        const match: JsonValue = isJsonObject(value) ? { b: value.b ?? null } : value;
        for (const [method, path] of spellings(resource, "list")) {
          const body = { query: { [name]: match, _id }, select: { [name]: true } };
          const reply = await api.ask(method, path, { key: api.owner, body });
          expect(expectStatus(reply, 200).body, name).toEqual({
            count: 1,
            limit: 10,
            skip: 0,
            data: [{ _id, [name]: value }],
          });
        }
      }
      for (const [method, path] of spellings(resource, "count")) {
        const reply = await api.ask(method, path, { key: api.owner, body: { query: { _id } } });
        expect(expectStatus(reply, 200).body).toEqual({ count: 1 });
      }
    });

    it.runIf(resource.operations.includes("update"))(
      "changes every field by every route, and answers {} (rule 5)",
      async () => {
        const { _id } = await made(resource, requiredBody(resource, api.projectId));
        let seed = 40;
        for (const [method, path] of spellings(resource, "update", String(_id))) {
          seed += 1;
          const columns = writableColumns(resource).filter(
            ({ name }) => name !== "_id" && name !== "projectId",
          );
          const data = Object.fromEntries(
            columns.map(({ name, field }) => [name, goodValue(field, seed)]),
          );
          const reply = await api.ask(method, path, { key: api.owner, body: { data } });
          expect(expectStatus(reply, 200).body).toEqual({});
          const read = await api.ask("GET", `/api/${resource.path}/${_id}/get-item`, {
            key: api.owner,
          });
          expect(read.body).toMatchObject(readable(resource, data));
        }
      },
    );

    it.runIf(resource.operations.includes("update"))("takes back what it answered", async () => {
      const { _id } = await made(resource, fullBody(resource, api.projectId, 60));
      const path = `/api/${resource.path}/${_id}`;
      const read = await api.ask("POST", `${path}/get-item`, { key: api.owner });
      const update = await api.ask("PUT", path, { key: api.owner, body: { data: read.body } });
      expectStatus(update, 200);
      const again = await api.ask("POST", `${path}/get-item`, { key: api.owner });
      expect(again.body).toEqual(read.body);
    });

    it.runIf(resource.operations.includes("delete"))(
      "is deleted by every route, and answers {} (rule 5)",
      async () => {
        for (const [method, template] of spellings(resource, "delete", ":id")) {
          const { _id } = await made(resource, requiredBody(resource, api.projectId));
          const path = template.replace(":id", String(_id));
          const reply = await api.ask(method, path, { key: api.owner });
          expect(expectStatus(reply, 200).body).toEqual({});
          expectStatus(await api.ask(method, path, { key: api.owner }), 404);
        }
      },
    );

    it("answers 404 for an unknown id and for one that is no id", async () => {
      for (const operation of ["get", "update", "delete"] as const) {
        if (!resource.operations.includes(operation)) continue;
        for (const id of [newId(), "1", "not-an-id"]) {
          for (const [method, path] of spellings(resource, operation, id)) {
            const data = requiredBody(resource, api.projectId);
            const reply = await api.ask(method, path, { key: api.owner, body: { data } });
            expectStatus(reply, 404);
          }
        }
      }
    });
  },
);

describe("a list (reference, Rules)", () => {
  const path = "/api/alert-severity/get-list";
  beforeAll(async () => {
    for (let order = 0; order < 130; order += 1) {
      const data = { projectId: api.projectId, name: `Severity ${order}`, color: "#123456" };
      expectStatus(
        await api.ask("POST", "/api/alert-severity", { key: api.owner, body: { data } }),
        200,
      );
    }
  });

  it("returns at most 10 records when limit is absent (rule 1)", async () => {
    const { body } = await api.ask("POST", path, { key: api.owner, body: {} });
    expect(body.data).toHaveLength(10);
  });

  it("returns at most 100 records whatever the limit (rule 2)", async () => {
    const { body } = await api.ask("POST", path, { key: api.owner, query: "limit=5000" });
    expect(body.data).toHaveLength(100);
    expect(body.limit).toBe(100);
  });

  it("echoes limit and skip and counts all matches (rule 3)", async () => {
    const { body } = await api.ask("GET", path, { key: api.owner, query: "limit=7&skip=3" });
    expect(Object.keys(body)).toEqual(["count", "limit", "skip", "data"]);
    expect(body).toMatchObject({ limit: 7, skip: 3 });
    expect(Number(body.count)).toBeGreaterThanOrEqual(130);
  });
});
