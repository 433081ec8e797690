import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonObject } from "@/lib/schema/json";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
let states: readonly string[];
let severityId: string;
beforeAll(async () => {
  api = await testApi();
  const { idOf } = api.engine;
  states = await Promise.all(
    ["Identified", "Acknowledged", "Resolved"].map((name) => idOf("incident-state", name)),
  );
  severityId = await idOf("incident-severity", "Critical Incident");
});
afterAll(() => api.close());

async function list(body: JsonObject) {
  const query = { projectId: api.projectId, ...(body.query as JsonObject) };
  const asked = { key: api.owner, body: { ...body, query } };
  return expectStatus(await api.read("POST", "/api/incident/get-list", asked), 200).body;
}

/** Creates an incident that is acknowledged after some minutes. */
async function incident(minutes: number, more: JsonObject = {}): Promise<string> {
  const { create, clock } = api.engine;
  const data = { declaredAt: clock.iso(0), currentIncidentStateId: String(states[0]), ...more };
  const made = await create("incident", {
    title: "Outage",
    incidentSeverityId: severityId,
    ...data,
  });
  const incidentId = String(made._id);
  const startsAt = new Date(Date.parse(clock.iso(0)) + minutes * 60_000).toISOString();
  const event = { incidentId, incidentStateId: String(states[1]), startsAt };
  await create("incident-state-timeline", event);
  return incidentId;
}

it("durations are in a reply only if they are selected, and can be filtered and sorted by", async () => {
  const slow = await incident(25);
  const fast = await incident(5);
  const plain = await api.ask("GET", `/api/incident/${slow}/get-item`, { key: api.owner });
  expect(plain.body).not.toHaveProperty("acknowledgedAfterSeconds");
  expect(plain.headers.ETag ?? plain.headers.etag).toBeDefined();
  const select = { title: true, acknowledgedAfterSeconds: true };
  const sorted = await list({ select, sort: { acknowledgedAfterSeconds: -1 } });
  expect(sorted.data).toMatchObject([
    { _id: slow, acknowledgedAfterSeconds: 1500 },
    { _id: fast, acknowledgedAfterSeconds: 300 },
  ]);
  const longer = { acknowledgedAfterSeconds: { _type: "GreaterThan", value: 600 } };
  const found = await list({ query: longer, select: { title: true } });
  expect(found.data).toEqual([{ _id: slow, title: "Outage" }]);
  expect((await list({ query: { resolvedAfterSeconds: null } })).count).toBe(2);
});

it("a kept list follows the correction of an earlier event", async () => {
  const id = await incident(30);
  await api.engine.update("incident", id, { currentIncidentStateId: String(states[2]) });
  const query = { _id: id };
  const select = { acknowledgedAfterSeconds: true };
  const read = async () => (await list({ query, select })).data;
  expect(await read()).toEqual([{ _id: id, acknowledgedAfterSeconds: 1800 }]);
  expect(await read()).toEqual([{ _id: id, acknowledgedAfterSeconds: 1800 }]);
  const of = { op: "eq", column: "incidentId", value: id } as const;
  const events = await api.engine.rows("incident-state-timeline", of);
  const acknowledged = events.find((event) => event.incidentStateId === states[1]);
  await api.engine.update("incident-state-timeline", acknowledged?._id, {
    startsAt: api.engine.clock.iso(0),
  });
  expect(await read()).toEqual([{ _id: id, acknowledgedAfterSeconds: 0 }]);
});

it("a reply with a duration has no ETag, because the version does not tell of it", async () => {
  const id = await incident(3);
  const query = `select=${JSON.stringify({ acknowledgedAfterSeconds: true })}`;
  const reply = await api.read("GET", `/api/incident/${id}/get-item`, { key: api.owner, query });
  expect(expectStatus(reply, 200).body).toEqual({ _id: id, acknowledgedAfterSeconds: 180 });
  expect(Object.keys(reply.headers).map((name) => name.toLowerCase())).not.toContain("etag");
});

it("sent durations are ignored, and the document does not name them", async () => {
  const id = await incident(4);
  const body = { data: { title: "Renamed", acknowledgedAfterSeconds: 1, resolvedAfterSeconds: 2 } };
  expectStatus(await api.ask("PUT", `/api/incident/${id}`, { key: api.owner, body }), 200);
  const row = await api.engine.get("incident", id);
  expect(row).toMatchObject({ acknowledgedAfterSeconds: 240, resolvedAfterSeconds: null });
  const document = await api.ask("GET", "/api/openapi.json");
  expect(document.text).not.toContain("AfterSeconds");
});
