import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { user } from "@/lib/resources/settings/user";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
let mia: string;
let platform: string;
const ids = { alpha: "", beta: "", gamma: "", delta: "", epsilon: "" };

beforeAll(async () => {
  api = await testApi();
  const row = await api.insert(user, { name: "Mia Wong", email: "mia@wong.example" });
  mia = String(row._id);
  await api.engine.create(
    "member",
    { userId: mia, permissions: ["Project Member"] },
    api.engine.operator,
  );
  platform = await make("team", { name: "Platform" });
  const checkout = await make("monitor", { name: "Checkout API", monitorType: "API" });
  const orders = await make("monitor", { name: "Orders", monitorType: "API" });
  await declare("alpha", {
    monitors: [checkout, orders],
    customFields: { size: 3, due: "2026-03-01" },
  });
  await declare("beta", {
    monitors: [orders],
    customFields: { size: 500.5, due: "2026-03-02T10:00:00Z" },
  });
  await declare("gamma", { customFields: { size: "900", due: "soon", deep: { size: 7 } } });
  await declare("delta", {});
  await make("incident-owner-user", { incidentId: ids.alpha, userId: mia, isOwnerNotified: true });
  await make("incident-owner-user", { incidentId: ids.beta, userId: mia, isOwnerNotified: false });
  await make("incident-owner-team", { incidentId: ids.gamma, teamId: platform });
});
afterAll(() => api.close());

async function make(path: string, data: JsonObject, key = api.owner): Promise<string> {
  const body = { data: { projectId: api.projectId, ...data } };
  return String(expectStatus(await api.ask("POST", `/api/${path}`, { key, body }), 200).body._id);
}

async function declare(title: keyof typeof ids, data: JsonObject) {
  ids[title] = await make("incident", {
    ...{ title, declaredAt: "2026-01-01" },
    currentIncidentStateId: await api.engine.idOf("incident-state", "Identified"),
    incidentSeverityId: await api.engine.idOf("incident-severity", "Critical Incident"),
    ...data,
  });
}

async function list(query: JsonValue, key = api.owner, path = "incident") {
  const body = {
    query,
    sort: { createdAt: 1 },
    select: path === "incident" ? { title: true } : {},
  };
  return api.ask("POST", `/api/${path}/get-list`, { key, body });
}

async function titles(query: JsonValue) {
  const reply = expectStatus(await list(query), 200);
  const counted = await api.ask("POST", "/api/incident/count", { key: api.owner, body: { query } });
  const found = (reply.body.data as JsonObject[]).map((row) => row.title);
  expect(counted.body).toEqual({ count: found.length });
  return found;
}

const compare = (type: string, value: JsonValue) => ({ _type: type, value });
const byUser = (query: JsonObject) => ({ _has: { "incident-owner-user": query } });

describe("a query over records beside the ones that it finds", () => {
  it.each<[string, () => JsonObject, string[]]>([
    ["owned by a user", () => byUser({ userId: mia }), ["alpha", "beta"]],
    ["of one of several", () => byUser({ userId: [platform, mia] }), ["alpha", "beta"]],
    ["by two conditions", () => byUser({ userId: mia, isOwnerNotified: true }), ["alpha"]],
    ["over a relation of them", () => byUser({ user: { name: "Mia Wong" } }), ["alpha", "beta"]],
    ["with any owner", () => byUser({}), ["alpha", "beta"]],
    [
      "owned by a team",
      () => ({ _has: { "incident-owner-team": { teamId: platform } } }),
      ["gamma"],
    ],
    [
      "owned by nobody",
      () => ({ _hasNo: { "incident-owner-user": {}, "incident-owner-team": {} } }),
      ["delta"],
    ],
    [
      "not owned by a user",
      () => ({ _hasNo: { "incident-owner-user": { userId: mia } } }),
      ["gamma", "delta"],
    ],
    [
      "within _or",
      () => ({ _or: [byUser({ isOwnerNotified: true }), { title: "delta" }] }),
      ["alpha", "delta"],
    ],
    [
      "of a listed record",
      () => ({ monitors: { name: compare("Search", "checkout") } }),
      ["alpha"],
    ],
    ["of no listed record", () => ({ _not: { monitors: { name: "Orders" } } }), ["gamma", "delta"]],
    ["a number of a key", () => ({ customFields: { size: compare("GreaterThan", 3) } }), ["beta"]],
    [
      "a number within",
      () => ({ customFields: { deep: { size: compare("LessThan", 8) } } }),
      ["gamma"],
    ],
    [
      "numbers between",
      () => ({ customFields: { size: { _type: "InBetween", startValue: 3, endValue: 500.5 } } }),
      ["alpha", "beta"],
    ],
    [
      "a date of a key",
      () => ({ customFields: { due: compare("GreaterThanOrEqual", "2026-03-02") } }),
      ["beta"],
    ],
    [
      "a date at most",
      () => ({ customFields: { due: compare("LessThanOrEqual", "2026-03-01") } }),
      ["alpha"],
    ],
    [
      "no number of a key",
      () => ({ _not: { customFields: { size: compare("LessThan", 1000) } } }),
      ["gamma", "delta"],
    ],
  ])("%s", async (_, query, expected) => {
    expect(await titles(query())).toEqual(expected);
  });

  it("finds monitors by the incidents that list them", async () => {
    const reply = expectStatus(
      await list({ _has: { incident: { title: "beta" } } }, api.owner, "monitor"),
      200,
    );
    expect(reply.body.count).toBe(1);
  });

  it("needs permission to read these records, and leaves out those of other projects", async () => {
    const reader = await api.key(["Read Incident"]);
    expectStatus(await list(byUser({}), reader), 403);
    expectStatus(await list({ monitors: { name: "Orders" } }, reader), 403);
    const other = await api.newProject();
    const foreign = await api.key(["Project Owner"], other);
    expect(expectStatus(await list(byUser({}), foreign), 200).body.count).toBe(0);
    const operator = await api.key(["Project Owner"], null);
    expect(expectStatus(await list(byUser({}), operator), 200).body.count).toBe(2);
  });

  it.each<[string, JsonObject, string]>([
    ["no object", { _has: null }, "/query/_has"],
    ["an empty object", { _hasNo: {} }, "/query/_hasNo"],
    ["an unknown path", { _has: { __proto__x: {} } }, "/query/_has/__proto__x"],
    ["a resource beside it", { _has: { label: {} } }, "/query/_has/label"],
    ["a value", { _has: { "incident-owner-user": 1 } }, "/query/_has/incident-owner-user"],
    ["an unknown field", byUser({ who: 1 }), "/query/_has/incident-owner-user/who"],
    [
      "a number for a text",
      { customFields: { a: compare("GreaterThan", "soon") } },
      "/query/customFields/a",
    ],
    ["a list", { customFields: { a: compare("LessThan", [1]) } }, "/query/customFields/a"],
    [
      "bounds of two kinds",
      { customFields: { a: { _type: "InBetween", startValue: 1, endValue: "2026-01-01" } } },
      "/query/customFields/a",
    ],
  ])("%s is refused", async (_, query, pointer) => {
    const reply = expectStatus(await list(query), 400);
    expect(reply.body.errors).toMatchObject([{ pointer }]);
  });

  it("still compares keys that are called like an operator", async () => {
    await declare("epsilon", { customFields: { test: { _type: "GreaterThan" } } });
    expect(await titles({ customFields: { test: { _type: "GreaterThan" } } })).toEqual(["epsilon"]);
  });
});
