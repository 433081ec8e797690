import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

const path = "/api/incident/get-list";
let api: TestApi;
const severity = new Map<string, string>();

beforeAll(async () => {
  api = await testApi();
  const make = async (name: string, order: number) => {
    const data = { projectId: api.projectId, name, order, color: "#aa0000" };
    const made = await api.ask("POST", "/api/incident-severity", {
      key: api.owner,
      body: { data },
    });
    severity.set(name, String(expectStatus(made, 200).body["_id"]));
  };
  await make("Minor", 1);
  await make("Critical", 1);
  await make("Blocker", 1);
  const named = ["Minor", "Blocker", "Critical", undefined, "Minor", "Critical"];
  for (const [n, name] of named.entries()) {
    const incidentSeverityId = name ? severity.get(name) : "0b2e9c1e-8f4b-4f0a-9c56-0d1f3a5b7c9d";
    const data = {
      ...{
        projectId: api.projectId,
        title: `T${n}`,
        incidentNumber: [9, 10, 100, 2, 11, 1][n] ?? null,
      },
      ...{ incidentSeverityId: incidentSeverityId ?? null },
      declaredAt: "2030-01-01T00:00:00.000Z",
      currentIncidentStateId: "6f1d2c3b-4a59-4867-9758-69a0b1c2d3e4",
    };
    expectStatus(await api.ask("POST", "/api/incident", { key: api.owner, body: { data } }), 200);
  }
});
afterAll(() => api.close());

async function titles(sort: JsonValue, query = "limit=50"): Promise<JsonValue[]> {
  const ask = { key: api.owner, query, body: { sort, select: { title: true } } };
  return rowsIn(expectStatus(await api.ask("POST", path, ask), 200).body, "title");
}

function rowsIn({ data }: JsonObject, name: string): JsonValue[] {
  return Array.isArray(data) ? data.map((row) => (row as JsonObject)[name] ?? null) : [];
}

describe("an order by related records", () => {
  it("sorts by a field of the record, then by time; missing values come first", async () => {
    const sort = { incidentSeverity: { order: 1 } };
    expect(await titles(sort)).toEqual(["T3", "T1", "T2", "T5", "T0", "T4"]);
    expect(await titles({ incidentSeverity: { order: "DESC" } })).toEqual([
      "T4",
      "T0",
      "T5",
      "T2",
      "T1",
      "T3",
    ]);
    expect(await titles({ ...sort, createdAt: -1 })).toEqual(["T3", "T1", "T5", "T2", "T4", "T0"]);
    expect(await titles({ incidentSeverity: { name: 1 }, title: -1 })).toEqual([
      "T3",
      "T1",
      "T5",
      "T2",
      "T4",
      "T0",
    ]);
  });

  it("can be read page by page, by cursor and by skip", async () => {
    const sort = { incidentSeverity: { order: 1 } };
    const whole = await titles(sort);
    const walked: JsonValue[] = [];
    let cursor: JsonValue = "";
    while (cursor !== null) {
      const ask = {
        key: api.owner,
        query: new URLSearchParams({ limit: "2", cursor: String(cursor) }).toString(),
        body: { sort, select: { title: true } },
      };
      const { body } = expectStatus(await api.ask("POST", path, ask), 200);
      walked.push(...rowsIn(body, "title"));
      cursor = body["nextCursor"] ?? null;
    }
    expect(walked).toEqual(whole);
    expect(await titles(sort, "limit=2&skip=3")).toEqual(whole.slice(3, 5));
  });

  it("is the order of an export too", async () => {
    const body = { sort: { incidentSeverity: { order: 1 } }, select: { title: true, _id: false } };
    const reply = await api.ask("POST", "/api/incident/export", {
      key: api.owner,
      query: "format=csv",
      body,
    });
    expect(reply.text.trim().split(/\r?\n/).slice(1)).toEqual(["T3", "T1", "T2", "T5", "T0", "T4"]);
  });

  it("leaves an order by the id as it was", async () => {
    const ask = { sort: { incidentSeverityId: 1 }, select: { incidentSeverityId: true } };
    const reply = await api.ask("POST", path, { key: api.owner, body: ask });
    const ids = rowsIn(expectStatus(reply, 200).body, "incidentSeverityId").map(String);
    expect(ids).toEqual(ids.toSorted());
  });

  it.each<[JsonValue, string]>([
    [{ incidentSeverity: { nope: 1 } }, "/sort/incidentSeverity/nope"],
    [{ incidentSeverity: { order: 2 } }, "/sort/incidentSeverity/order"],
    [{ incidentSeverity: { order: { name: 1 } } }, "/sort/incidentSeverity/order"],
    [{ incidentSeverity: { version: 1 } }, "/sort/incidentSeverity/version"],
    [{ incidentSeverity: {} }, "/sort/incidentSeverity"],
    [{ incidentSeverityId: { order: 1 } }, "/sort/incidentSeverityId"],
    [{ labels: { name: 1 } }, "/sort/labels"],
    [{ title: { name: 1 } }, "/sort/title"],
  ])("refuses %j with a pointer", async (sort, pointer) => {
    const reply = await api.ask("POST", path, { key: api.owner, body: { sort } });
    expect(expectStatus(reply, 400).body["errors"]).toMatchObject([{ pointer }]);
  });

  it("needs the permission to read the related records", async () => {
    const key = await api.key(["Read Incident"]);
    const sorted = (sort: JsonValue) => api.ask("POST", path, { key, body: { sort } });
    expectStatus(await sorted({ incidentSeverity: { order: 1 } }), 403);
    expectStatus(await sorted({ incidentSeverityId: 1 }), 200);
  });

  it("refuses a cursor of another order", async () => {
    const page = async (sort: JsonValue, cursor: string) => {
      const query = new URLSearchParams({ limit: "2", cursor }).toString();
      return await api.ask("POST", path, { key: api.owner, query, body: { sort } });
    };
    const first = expectStatus(await page({ incidentSeverity: { order: 1 } }, ""), 200);
    const cursor = String(first.body["nextCursor"]);
    expectStatus(await page({ incidentSeverity: { name: 1 } }, cursor), 400);
  });
});

it("numbers with a prefix sort by the number", async () => {
  expect(await titles({ incidentNumberWithPrefix: 1 })).toEqual([
    "T5",
    "T3",
    "T0",
    "T1",
    "T4",
    "T2",
  ]);
});
