import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { referenceResources } from "@/lib/resources";
import type { FieldKind } from "@/lib/schema/field";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { kinds } from "@/lib/schema/kinds/index";
import { writableColumns } from "@/lib/schema/record/writable";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";
import { requiredBody } from "@/tests/bodies";
import { dump } from "@/tests/dump";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const noText: JsonValue[] = [1, true, {}, [], ["a"], "a\0b", "\ud800"];
const noId: JsonValue[] = [1, true, [], "", "x", "0b2e9c1e8f4b4f0a9c560d1f3a5b7c9d", "null"];
const noNumber: JsonValue[] = ["1", "", true, {}, []];

/** Values that no field of a kind accepts. */
const badValues: Partial<Record<FieldKind, JsonValue[]>> = {
  id: noId,
  date: [1, "", "today", "2026-02-30", "26-01-01", {}, [], true],
  text: [...noText, "x".repeat(256)],
  longText: [...noText, "x".repeat(5_001)],
  veryLongText: noText,
  markdown: noText,
  slug: [...noText, "x".repeat(256)],
  boolean: ["true", 1, 0, {}, [], ""],
  number: noNumber,
  smallNumber: [...noNumber, 1.5, 32_768, -32_769],
  json: [],
  color: ["red", "#fff", "#12345g", "123456", "", 1, {}, "#b70400;x:y"],
  email: ["", "mia", "@example.com", "mia@", "a b@example.com", 1, {}],
  hashed: noText,
  url: ["", "x", "javascript:alert(1)", "ftp://example.com", "//example.com", "http://", 1, {}],
  file: ["", "x", 1, {}, ["x"], [1]],
  textList: ["", 1, {}, [1]],
  relation: noId,
  relationList: ["", 1, {}, ["x"], [1], [{}], newId(), Array.from({ length: 1_001 }, newId)],
};

it("knows bad values of every kind", () => {
  expect(Object.keys(badValues).sort()).toEqual(Object.keys(kinds).sort());
});

const creatable = referenceResources.filter(({ operations }) => operations.includes("create"));

describe.each(creatable)("$name", (resource) => {
  const path = `/api/${resource.path}`;
  const columns = writableColumns(resource);

  it("refuses every bad value of every field, naming it, and stores nothing", async () => {
    const before = await dump(api.engine.store);
    for (const { name, field } of columns) {
      for (const value of badValues[field.kind] ?? []) {
        const data = { ...requiredBody(resource, api.projectId), [name]: value };
        const reply = await api.ask("POST", path, { key: api.owner, body: { data } });
        expect(reply.status, `${name}: ${JSON.stringify(value)}`).toBe(400);
        expect(reply.body.errors, name).toMatchObject([{ field: name }]);
      }
    }
    const after = await dump(api.engine.store);
    expect({ ...after, "api-key": [] }).toEqual({ ...before, "api-key": [] });
  });

  it("takes typed values and answers plain ones", async () => {
    const data = requiredBody(resource, api.projectId);
    const typed = Object.fromEntries(
      Object.entries(data).map(([name, value]) => {
        const type = types[columns.find((column) => column.name === name)?.field.kind ?? "text"];
        return [name, type === undefined ? value : { _type: type, value }];
      }),
    );
    const reply = await api.ask("POST", path, { key: api.owner, body: { data: typed } });
    expect(expectStatus(reply, 200).body).toMatchObject(data);
  });

  it.each<[string, unknown]>([
    ["no body", undefined],
    ["an empty object", {}],
    ["no data", { title: "x" }],
    ["null for data", { data: null }],
    ["a list for data", { data: [] }],
    ["text for data", { data: "x" }],
    ["a list", "[]"],
    ["text", '"x"'],
    ["half of a JSON text", '{"data": {'],
  ])("answers 400 to %s", async (_, body) => {
    const reply = await api.ask("POST", path, {
      key: api.owner,
      ...(body !== undefined && { body: body as JsonObject }),
    });
    expectStatus(reply, 400);
  });

  it("lets a client choose an id once", async () => {
    const _id = newId();
    const data = { ...requiredBody(resource, api.projectId), _id };
    const first = await api.ask("POST", path, { key: api.owner, body: { data } });
    expect(expectStatus(first, 200).body._id).toBe(_id);
    const again = { ...requiredBody(resource, api.projectId), _id: _id.toUpperCase() };
    expectStatus(await api.ask("POST", path, { key: api.owner, body: { data: again } }), 409);
  });
});

const types: Partial<Record<FieldKind, string>> = {
  id: "ObjectID",
  relation: "ObjectID",
  date: "DateTime",
  color: "Color",
  email: "Email",
  hashed: "HashedString",
  url: "URL",
};

describe("references", () => {
  it("are kept as sent if no record has their id, and conflict only with themselves", async () => {
    const incidentId = newId();
    const data = { projectId: api.projectId, incidentId, userId: newId(), isOwnerNotified: true };
    const path = "/api/incident-owner-user";
    const made = await api.ask("POST", path, { key: api.owner, body: { data } });
    expect(expectStatus(made, 200).body.incidentId).toBe(incidentId);
    const body = { select: { incident: { title: true } } };
    const read = await api.ask("POST", `${path}/${made.body._id}/get-item`, {
      key: api.owner,
      body,
    });
    expect(read.body).toEqual({ _id: made.body._id, incident: null });
  });

  it("are refused alike for nothing and for another project's record where they are strict", async () => {
    const strict = await testApi({ references: "strict" });
    const other = await strict.newProject();
    const foreign = await strict.engine.idOf("incident-state", "Identified", other);
    const own = await strict.engine.idOf("incident-state", "Identified");
    const severity = await strict.engine.idOf("incident-severity", "Minor Incident");
    const create = (state: string) => {
      const data = {
        projectId: strict.projectId,
        title: "x",
        declaredAt: "2026-11-21",
        currentIncidentStateId: state,
        incidentSeverityId: severity,
      };
      return strict.ask("POST", "/api/incident", { key: strict.owner, body: { data } });
    };
    expectStatus(await create(own), 200);
    for (const id of [foreign, newId()]) {
      const reply = expectStatus(await create(id), 400);
      expect(reply.body.errors).toMatchObject([{ pointer: "/data/currentIncidentStateId" }]);
      expect(String(reply.body.detail).replace(id, "?")).toBe(
        "currentIncidentStateId must be the id of a record of this project (Incident State); ? is none.",
      );
    }
    await strict.close();
  });
});

describe("a body", () => {
  it.each([
    ["get-list", { querry: { name: "x" } }, "Did you mean query?"],
    ["count", { where: { name: "x" } }, "A body may hold"],
    ["get-list", { Limit: 3 }, "Did you mean limit?"],
  ])("of %s with an unknown part is refused: %j", async (operation, body, hint) => {
    const path = `/api/alert-severity/${operation}`;
    const reply = expectStatus(await api.ask("POST", path, { key: api.owner, body }), 400);
    expect(reply.body.detail).toContain(hint);
  });
});
