import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resources } from "@/lib/resources";
import type { JsonObject } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import { shapeOf } from "@/lib/schema/shape";
import { expectStatus, type Reply, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
let operator: string;
beforeAll(async () => {
  api = await testApi();
  operator = await api.key(["Project Owner"], null);
});
afterAll(() => api.close());

function faultsOf({ body }: Reply): JsonObject[] {
  return Array.isArray(body.errors) ? body.errors : [];
}

/** Resources open to keys: preferences belong to users only. */
const all = [...resources.values()].filter(({ permission }) => Object.keys(permission).length > 0);

describe("an empty groupBy, and miscDataProps", () => {
  it.each(["get-list", "count"])("are ignored in the body of %s", async (path) => {
    const send = (body: JsonObject) =>
      api.ask("POST", `/api/incident/${path}`, { key: api.owner, body });
    expectStatus(await send({ groupBy: {}, miscDataProps: {} }), 200);
    const reply = expectStatus(await send({ groupBy: { title: true } }), 400);
    expect(faultsOf(reply)).toMatchObject([{ pointer: "/groupBy" }]);
    for (const groupBy of [null, [], "", false]) expectStatus(await send({ groupBy }), 400);
  });
});

const numeric = all.flatMap((resource) =>
  shapeOf(resource)
    .columns.filter(({ field }) => kindOf(field).isNumber && !field.hidden)
    .map(({ name }) => [`${resource.path}.${name}`, resource.path, name] as const),
);

describe("a number as text in a query", () => {
  it.each(numeric)("is the number for %s", async (_, path, name) => {
    const count = (body: JsonObject) =>
      api.ask("POST", `/api/${path}/count`, { key: operator, body: { query: body } });
    for (const value of [
      "1",
      ["1", null],
      { _type: "GreaterThan", value: "1" },
      { _type: "InBetween", startValue: "0", endValue: "1e3" },
      { _type: "Includes", value: ["1", 2] },
    ]) {
      const asText = expectStatus(await count({ [name]: value }), 200).body;
      const asNumbers = JSON.parse(JSON.stringify(value).replace(/"(\d+(?:e\d)?)"/g, "$1"));
      expect(asNumbers).not.toEqual(value);
      expect(asText).toEqual((await count({ [name]: asNumbers })).body);
    }
    for (const value of ["one", "", "1 "]) expectStatus(await count({ [name]: value }), 400);
  });

  it("finds the records", async () => {
    const name = "Sixth";
    const data = { projectId: api.projectId, name, color: "#000000", order: 1 };
    expectStatus(
      await api.ask("POST", "/api/alert-severity", { key: api.owner, body: { data } }),
      200,
    );
    const query = JSON.stringify({ order: "1", name });
    const reply = await api.ask("GET", "/api/alert-severity/count", {
      ...{ key: api.owner, query: new URLSearchParams({ query }).toString() },
    });
    expect(reply.body).toEqual({ count: 1 });
    const wrong = { data: { ...data, order: "1" } };
    const refused = await api.ask("POST", "/api/alert-severity", { key: api.owner, body: wrong });
    expectStatus(refused, 400);
  });
});

describe("a list by query string", () => {
  it("takes names of fields in place of JSON", async () => {
    const color = "#000000";
    for (const name of ["b", "a", "c"]) {
      const body = { data: { projectId: api.projectId, name, color } };
      expectStatus(await api.ask("POST", "/api/label", { key: api.owner, body }), 200);
    }
    const list = async (query: string) =>
      expectStatus(await api.ask("GET", "/api/label/get-list", { key: api.owner, query }), 200).body
        .data as JsonObject[];
    const first = await list("select=name,color&sort=-name");
    expect(first.map(({ name }) => name)).toEqual(["c", "b", "a"]);
    expect(Object.keys(first[0] ?? {})).toEqual(["_id", "name", "color"]);
    expect(await list('select={"name":true,"color":true}&sort={"name":-1}')).toEqual(first);
    expect((await list("select=name&sort=color,name")).map(({ name }) => name)).toEqual([
      ...["a", "b", "c"],
    ]);
    const query = "select=nam&sort=-colour";
    const reply = await api.ask("GET", "/api/label/get-list", { key: api.owner, query });
    expect(faultsOf(expectStatus(reply, 400))).toMatchObject([
      { pointer: "/select/nam", message: expect.stringContaining("Did you mean name?") },
      { pointer: "/sort/colour", message: expect.stringContaining("Did you mean color?") },
    ]);
  });
});
