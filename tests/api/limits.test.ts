import { afterAll, beforeAll, expect, it } from "vitest";
import { incident } from "@/lib/resources/incidents/incident";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { type Ask, expectStatus, type TestApi, testApi } from "@/tests/api";
import { requiredBody } from "@/tests/bodies";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

it("answers thousands of unknown names with a short list of faults", async () => {
  const branch = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [`${"x".repeat(80)}${index}`, 1]),
  );
  const body = { query: { _or: Array.from({ length: 20 }, () => branch) } };
  const ask = { key: api.owner, body };
  const reply = expectStatus(await api.ask("POST", "/api/incident/get-list", ask), 400);
  expect((reply.body.errors as unknown[]).length).toBeLessThanOrEqual(50);
});

const forty = (text: string) => Array.from({ length: 40 }, (_, index) => `${text}${index}`);

it.each<[string, string, Ask]>([
  ["POST", "/api/labels", { body: { ids: Object.fromEntries(forty("incident").map(emptyList)) } }],
  ["GET", "/api/events", { query: `resources=${forty("incident").join()}` }],
  ["POST", "/api/api-key", { body: { data: { permissions: forty("Read Incident"), name: "a" } } }],
  [
    "POST",
    "/api/incident/get-list",
    {
      body: { query: { _or: forty("Search").map((_type) => ({ title: { _type, value: "a" } })) } },
    },
  ],
])("suggests names for the first ten of many unknown ones (%s %s)", async (method, path, ask) => {
  const key = await api.key(["Project Owner"], null);
  const reply = expectStatus(await api.ask(method, path, { key, ...ask }), 400);
  expect(JSON.stringify(reply.body.errors).match(/did you mean/gi)).toHaveLength(10);
});

function emptyList(path: string): [string, JsonValue] {
  return [path, []];
}

it("embeds the records of more ids than one statement takes", async () => {
  const made = Array.from({ length: 35 }, (_, index) => ({
    ...requiredBody(incident, api.projectId, index),
    monitors: Array.from({ length: 1_000 }, () => newId()),
  }));
  for (const data of made) await api.insert(incident, data);
  const body = { select: { monitors: { name: true } }, limit: 100 };
  expectStatus(await api.ask("POST", "/api/incident/get-list", { key: api.owner, body }), 200);
});

it("keeps a password when a record comes back as it was read", async () => {
  const path = "/api/status-page-private-user";
  const data = { projectId: api.projectId, statusPageId: newId(), password: "hunter2" };
  const { body } = await api.ask("POST", path, { key: api.owner, body: { data } });
  const back = { data: { password: null, isSsoUser: true } };
  expectStatus(await api.ask("PUT", `${path}/${body._id}`, { key: api.owner, body: back }), 200);
  const [entry] = await api.engine.rows("change-log", {
    op: "eq",
    column: "operation",
    value: "update",
  });
  expect(entry?.after).toEqual({ isSsoUser: true });
});

it("puts a record without a position last, also behind the highest position", async () => {
  const create = async (name: string, more: JsonObject = {}) => {
    const data = { projectId: api.projectId, name, color: "#123456", ...more };
    const reply = await api.ask("POST", "/api/incident-severity", {
      key: api.owner,
      body: { data },
    });
    return String(expectStatus(reply, 200).body._id);
  };
  const before = (
    await api.engine.rows("incident-severity", { op: "notNull", column: "order" })
  ).map(({ order }) => Number(order));
  await create("Highest", { order: 32_767 });
  const early = await create("Early");
  const late = await create("Late");
  const order = { order: null };
  const ask = { key: api.owner, body: { data: order } };
  expectStatus(await api.ask("PUT", `/api/incident-severity/${early}`, ask), 200);
  const rows = await api.engine.rows("incident-severity", {
    op: "gt",
    column: "order",
    value: 100,
  });
  const places = rows.map(({ name, order: place }) => [place, name]);
  expect(places.sort()).toEqual([
    [32_765, "Highest"],
    [32_766, "Late"],
    [32_767, "Early"],
  ]);
  expect(late).not.toBe(early);
  const others = await api.engine.rows("incident-severity", {
    ...{ op: "lte", column: "order", value: 100 },
  });
  expect(others.map(({ order: place }) => Number(place)).sort()).toEqual(before.sort());
});

it("creates a copy of a record whose number was counted beyond the highest one", async () => {
  const create = async (more: JsonObject = {}) => {
    const { incidentNumber: _, ...required } = requiredBody(incident, api.projectId);
    const body = { data: { ...required, ...more } };
    return expectStatus(await api.ask("POST", "/api/incident", { key: api.owner, body }), 200).body;
  };
  await create({ incidentNumber: 1_000_000_000 });
  const { incidentNumber = null } = await create();
  expect(incidentNumber).toBe(1_000_000_001);
  expect(await create({ incidentNumber })).toMatchObject({ incidentNumber });
  expect(await create()).toMatchObject({ incidentNumber: 1_000_000_002 });
});

it("moves no record to a position that the field cannot hold", async () => {
  const create = (name: string) => {
    const data = { projectId: api.projectId, name, color: "#123456", order: 32_767 };
    return api.ask("POST", "/api/alert-severity", { key: api.owner, body: { data } });
  };
  expectStatus(await create("Last"), 200);
  const reply = expectStatus(await create("Later"), 400);
  expect(reply.body.errors).toMatchObject([{ pointer: "/data/order" }]);
});

it("accepts one name of a pair if the other is empty, and typed nulls", async () => {
  const data = {
    ...requiredBody(incident, api.projectId),
    incidentEpisode: null,
    incidentEpisodeId: newId(),
    postmortemPostedAt: { _type: "DateTime", value: null },
  };
  const reply = await api.ask("POST", "/api/incident", { key: api.owner, body: { data } });
  expect(expectStatus(reply, 200).body).toMatchObject({
    incidentEpisodeId: data.incidentEpisodeId,
    postmortemPostedAt: null,
  });
});

it("makes a slug where an empty one was sent", async () => {
  const data = { projectId: api.projectId, name: "High", color: "#123456", order: 1, slug: "" };
  const reply = await api.ask("POST", "/api/alert-severity", { key: api.owner, body: { data } });
  expect(expectStatus(reply, 200).body.slug).toMatch(/^high/);
});
