import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

const path = "/api/service-dependency/get-list";
let api: TestApi;

beforeAll(async () => {
  api = await testApi();
  for (let made = 0; made < 25; made += 1) await add();
});
afterAll(() => api.close());

async function add(): Promise<void> {
  const data = {
    projectId: api.projectId,
    serviceId: "0b2e9c1e-8f4b-4f0a-9c56-0d1f3a5b7c9d",
    dependencyServiceId: "6f1d2c3b-4a59-4867-9758-69a0b1c2d3e4",
  };
  const ask = { key: api.owner, body: { data } };
  expectStatus(await api.ask("POST", "/api/service-dependency", ask), 200);
}

async function page(query: string, body: JsonObject = {}) {
  return expectStatus(await api.ask("POST", path, { key: api.owner, query, body }), 200).body;
}

function idsIn(reply: JsonObject): JsonValue[] {
  return Array.isArray(reply.data) ? reply.data.map((row) => (row as JsonObject)._id ?? null) : [];
}

describe("paging", () => {
  it("skips without repeating a record, even where all were made at once", async () => {
    const seen = new Set<JsonValue>();
    for (let skip = 0; skip < 25; skip += 4) {
      for (const id of idsIn(await page(`limit=4&skip=${skip}`))) seen.add(id);
    }
    expect(seen.size).toBe(25);
  });

  it("takes limit and skip from the query string first, then from the body", async () => {
    expect(await page("", { limit: 3, skip: 2 })).toMatchObject({ limit: 3, skip: 2 });
    expect(await page("limit=4", { limit: 3, skip: 2 })).toMatchObject({ limit: 4, skip: 2 });
    expect(await page("skip=30")).toMatchObject({ count: 25, data: [] });
  });

  it.each([
    "limit=0",
    "limit=-1",
    "limit=1.5",
    "limit=abc",
    "limit=",
    "skip=-1",
    "skip=1000001",
    "count=maybe",
    "cursor=nonsense",
  ])("refuses %s", async (query) => {
    expectStatus(await api.ask("GET", path, { key: api.owner, query }), 400);
  });

  it("leaves the count out when asked to", async () => {
    expect((await page("count=none")).count).toBe(-1);
  });

  it("walks by cursor over every record once, whatever is added meanwhile", async () => {
    const before = new Set(idsIn(await page("limit=100")));
    const seen: JsonValue[] = [];
    let cursor: JsonValue = "";
    while (typeof cursor === "string") {
      const reply: JsonObject = await page(`limit=4&skip=7&cursor=${encodeURIComponent(cursor)}`);
      seen.push(...idsIn(reply));
      expect(Object.keys(reply)).toEqual(["count", "limit", "skip", "data", "nextCursor"]);
      cursor = reply.nextCursor ?? null;
      await add();
    }
    expect(seen).toHaveLength(before.size);
    expect(new Set(seen)).toEqual(before);
  });

  it("does not decode a text that is longer than any cursor", async () => {
    const { nextCursor } = await page("limit=4&cursor=");
    const [order, values, id] = JSON.parse(Buffer.from(String(nextCursor), "base64url").toString());
    const padded = `[${JSON.stringify(order)},${" ".repeat(200_000)}${JSON.stringify(values)},"${id}"]`;
    const cursor = Buffer.from(padded).toString("base64url");
    const reply = await api.ask("POST", path, { key: api.owner, body: { cursor } });
    expect(expectStatus(reply, 400).body.errors).toMatchObject([{ pointer: "/cursor" }]);
  });

  it("refuses a cursor of another order", async () => {
    const { nextCursor } = await page("limit=4&cursor=");
    const body = { sort: { updatedAt: 1 } };
    const query = `cursor=${String(nextCursor)}`;
    const reply = await api.ask("POST", path, { key: api.owner, query, body });
    expect(expectStatus(reply, 400).body.errors).toMatchObject([{ pointer: "/cursor" }]);
  });
});
