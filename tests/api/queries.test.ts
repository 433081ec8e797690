import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
const ids: Record<string, string> = {};
const labels = [newId(), newId(), newId()] as const;

/** Titles identify the records; every other field differs or is empty in one of them. */
const records: Record<string, JsonObject> = {
  Alpha: { incidentNumber: 10, rootCause: "Ärger im Netz", labels: [labels[0], labels[1]] },
  beta: {
    incidentNumber: 20,
    rootCause: "100%_sure",
    labels: [labels[1]],
    isVisibleOnStatusPage: true,
  },
  gamma: { incidentNumber: 30, customFields: { region: "eu", size: 2, on: true, none: null } },
  "Delta ZÜRICH": { incidentNumber: 40, isVisibleOnStatusPage: false, customFields: { size: "2" } },
};

beforeAll(async () => {
  api = await testApi();
  const state = await api.engine.idOf("incident-state", "Acknowledged");
  const severity = await api.engine.idOf("incident-severity", "Critical Incident");
  for (const [title, data] of Object.entries(records)) {
    const declaredAt = `2026-01-${String(data.incidentNumber)}T00:00:00.000Z`.replace(
      "01-40",
      "02-10",
    );
    const base = { projectId: api.projectId, title, declaredAt, currentIncidentStateId: state };
    const whole = { ...base, incidentSeverityId: title === "Alpha" ? newId() : severity, ...data };
    const ask = { key: api.owner, body: { data: whole } };
    ids[title] = String(expectStatus(await api.ask("POST", "/api/incident", ask), 200).body._id);
  }
});
afterAll(() => api.close());

async function titles(query: JsonValue, sort: JsonValue = { incidentNumber: 1 }) {
  const body = { query, sort, select: { title: true } };
  const reply = await api.ask("POST", "/api/incident/get-list", { key: api.owner, body });
  const data = expectStatus(reply, 200).body.data;
  const counted = await api.ask("POST", "/api/incident/count", { key: api.owner, body: { query } });
  const found = Array.isArray(data) ? data.map((row) => (row as JsonObject).title) : [];
  expect(counted.body).toEqual({ count: found.length });
  expect(reply.body.count).toBe(found.length);
  return found;
}

const all = ["Alpha", "beta", "gamma", "Delta ZÜRICH"];
const but = (...left: string[]) => all.filter((title) => !left.includes(title));

describe("a query", () => {
  it.each<[string, JsonObject, string[]]>([
    ["equality", { title: "beta" }, ["beta"]],
    ["equality minds case", { title: "Beta" }, []],
    ["null", { rootCause: null }, ["gamma", "Delta ZÜRICH"]],
    ["any of", { title: ["beta", "gamma", "none"] }, ["beta", "gamma"]],
    ["any of nothing", { title: [] }, []],
    ["EqualTo", { incidentNumber: { _type: "EqualTo", value: 20 } }, ["beta"]],
    [
      "NotEqual leaves out null",
      { isVisibleOnStatusPage: { _type: "NotEqual", value: true } },
      ["Delta ZÜRICH"],
    ],
    ["GreaterThan", { incidentNumber: { _type: "GreaterThan", value: 30 } }, ["Delta ZÜRICH"]],
    [
      "GreaterThanOrEqual",
      { incidentNumber: { _type: "GreaterThanOrEqual", value: 30 } },
      ["gamma", "Delta ZÜRICH"],
    ],
    ["LessThan", { incidentNumber: { _type: "LessThan", value: 20 } }, ["Alpha"]],
    [
      "LessThanOrEqual",
      { incidentNumber: { _type: "LessThanOrEqual", value: 20 } },
      ["Alpha", "beta"],
    ],
    [
      "EqualToOrNull",
      { isVisibleOnStatusPage: { _type: "EqualToOrNull", value: true } },
      but("Delta ZÜRICH"),
    ],
    ["GreaterThanOrNull", { rootCause: { _type: "GreaterThanOrNull", value: "b" } }, but("beta")],
    ["LessThanOrNull", { rootCause: { _type: "LessThanOrNull", value: "b" } }, but("Alpha")],
    [
      "InBetween",
      { incidentNumber: { _type: "InBetween", startValue: 20, endValue: 30 } },
      ["beta", "gamma"],
    ],
    [
      "dates with offsets",
      { declaredAt: { _type: "LessThan", value: "2026-01-20T01:00:00+02:00" } },
      ["Alpha"],
    ],
    [
      "typed dates",
      { declaredAt: { _type: "GreaterThan", value: { _type: "DateTime", value: "2026-02-01" } } },
      ["Delta ZÜRICH"],
    ],
    ["Search in any case", { title: { _type: "Search", value: "zürich" } }, ["Delta ZÜRICH"]],
    ["Search takes % and _ as they are", { rootCause: { _type: "Search", value: "%_" } }, ["beta"]],
    [
      "NotContains leaves out null",
      { rootCause: { _type: "NotContains", value: "ÄRGER" } },
      ["beta"],
    ],
    ["StartsWith", { title: { _type: "StartsWith", value: "ALP" } }, ["Alpha"]],
    ["EndsWith", { title: { _type: "EndsWith", value: "TA" } }, ["beta"]],
    ["Includes", { title: { _type: "Includes", value: ["beta"] } }, ["beta"]],
    ["IncludesNone", { rootCause: { _type: "IncludesNone", value: ["100%_sure"] } }, ["Alpha"]],
    ["IsNull", { rootCause: { _type: "IsNull" } }, ["gamma", "Delta ZÜRICH"]],
    ["NotNull", { rootCause: { _type: "NotNull" } }, ["Alpha", "beta"]],
    ["a list relation by one id", { labels: labels[1] }, ["Alpha", "beta"]],
    ["a list relation by any", { labels: [labels[0], labels[2]] }, ["Alpha"]],
    ["a list relation by objects", { labels: [{ _id: labels[0] }] }, ["Alpha"]],
    [
      "a list relation by all",
      { labels: { _type: "IncludesAll", value: [labels[0], labels[1]] } },
      ["Alpha"],
    ],
    [
      "a list relation by none",
      { labels: { _type: "IncludesNone", value: [labels[0]] } },
      but("Alpha"),
    ],
    [
      "a list of files by none leaves out records without files",
      { postmortemAttachments: { _type: "IncludesNone", value: [labels[0]] } },
      [],
    ],
    ["an empty list relation", { labels: { _type: "IsNull" } }, ["gamma", "Delta ZÜRICH"]],
    ["a JSON key", { customFields: { region: "eu" } }, ["gamma"]],
    ["a JSON key by type", { customFields: { size: 2 } }, ["gamma"]],
    ["a JSON key any of", { customFields: { size: [2, "2"] } }, ["gamma", "Delta ZÜRICH"]],
    ["a JSON boolean", { customFields: { on: true } }, ["gamma"]],
    ["a related record", { incidentSeverity: { name: "Critical Incident" } }, but("Alpha")],
    ["a related flag", { currentIncidentState: { isResolvedState: false } }, []],
    [
      "not a related record",
      { _not: { incidentSeverity: { name: "Critical Incident" } } },
      ["Alpha"],
    ],
    ["_and", { _and: [{ incidentNumber: 10 }, { title: "Alpha" }] }, ["Alpha"]],
    ["_or", { _or: [{ incidentNumber: 10 }, { title: "beta" }] }, ["Alpha", "beta"]],
    [
      "_not is the complement",
      { _not: { rootCause: { _type: "Search", value: "netz" } } },
      but("Alpha"),
    ],
    ["several fields", { isVisibleOnStatusPage: true, incidentNumber: 20 }, ["beta"]],
  ])("%s", async (name, query, expected) => {
    const flagIsUnset = name === "a related flag";
    expect(await titles(query)).toEqual(flagIsUnset ? all : expected);
  });

  it("is refused with every fault and its pointer", async () => {
    const body = {
      query: { nope: 1, title: { _type: "Serch", value: "x" } },
      sort: { labels: 1 },
      select: { titel: true },
    };
    const reply = await api.ask("POST", "/api/incident/get-list", { key: api.owner, body });
    expectStatus(reply, 400);
    expect(reply.body.errors).toMatchObject([
      {
        pointer: "/select/titel",
        message: '"titel" is not a field of Incident. Did you mean title?',
      },
      { pointer: "/query/nope" },
      {
        pointer: "/query/title/_type",
        message: "title has no such operator; did you mean Search?",
      },
      { pointer: "/sort/labels" },
    ]);
  });

  it("names all operators if the sent one resembles none", async () => {
    const body = { query: { title: { _type: "Zzz", value: "x" } } };
    const reply = await api.ask("POST", "/api/incident/get-list", { key: api.owner, body });
    expectStatus(reply, 400);
    const [{ message }] = reply.body.errors as [{ message: string }];
    expect(message).toContain("has no such operator: use one of");
    expect(message).toContain("GreaterThan");
  });

  it("names only operators that the field takes", async () => {
    const body = { query: { declaredAt: { _type: "EndsWit", value: "x" } } };
    const reply = await api.ask("POST", "/api/incident/get-list", { key: api.owner, body });
    const [{ message }] = expectStatus(reply, 400).body.errors as [{ message: string }];
    expect(message).toContain("GreaterThan");
    expect(message).not.toContain("EndsWith");
  });

  it.each([
    [{ title: { _type: "EqualTo", value: null } }, "/query/title"],
    [{ title: { _type: "NotEqual", value: null } }, "/query/title"],
    [{ labels: { _type: "IncludesAll", value: [null] } }, "/query/labels"],
    [{ labels: { _type: "IncludesNone", value: [null] } }, "/query/labels"],
  ])("refuses %j, and names IsNull", async (query, pointer) => {
    const reply = await api.ask("POST", "/api/incident/count", { key: api.owner, body: { query } });
    const [fault] = expectStatus(reply, 400).body.errors as [{ message: string; pointer: string }];
    expect(fault.pointer.startsWith(pointer)).toBe(true);
    expect(fault.message).toContain("use IsNull or NotNull");
  });

  it("may be in the query string for clients that cannot send a body with GET", async () => {
    const query = new URLSearchParams({
      query: JSON.stringify({ title: "beta" }),
      select: JSON.stringify({ title: true }),
      sort: JSON.stringify({ title: 1 }),
    });
    const ask = { key: api.owner, query: query.toString() };
    const reply = await api.ask("GET", "/api/incident/get-list", ask);
    expect(reply.body.data).toEqual([{ _id: ids.beta, title: "beta" }]);
    const withData = { ...ask, query: `${query}&data={}` };
    expectStatus(await api.ask("GET", "/api/incident/get-list", withData), 400);
  });
});

describe("a sort", () => {
  it.each<[JsonObject, string[]]>([
    [{ title: 1 }, ["Alpha", "Delta ZÜRICH", "beta", "gamma"]],
    [{ title: "desc" }, ["gamma", "beta", "Delta ZÜRICH", "Alpha"]],
    [{ isVisibleOnStatusPage: 1, incidentNumber: -1 }, ["gamma", "Alpha", "Delta ZÜRICH", "beta"]],
    [{ isVisibleOnStatusPage: -1, incidentNumber: 1 }, ["beta", "Delta ZÜRICH", "Alpha", "gamma"]],
    [{}, ["Delta ZÜRICH", "gamma", "beta", "Alpha"]],
  ])("%j", async (sort, expected) => {
    expect(await titles({}, sort)).toEqual(expected);
  });
});

describe("a select", () => {
  const select = async (wanted: JsonObject) => {
    const body = { select: wanted };
    const path = `/api/incident/${ids.beta}/get-item`;
    return expectStatus(await api.ask("POST", path, { key: api.owner, body }), 200);
  };

  it("answers a relation under the name that was used, as an id", async () => {
    const { body } = await select({ incidentSeverity: true, labels: true });
    expect(body).toEqual({
      _id: ids.beta,
      incidentSeverity: expect.stringMatching(/^[0-9a-f-]{36}$/),
      labels: [labels[1]],
    });
  });

  it("answers fields of a related record, and null where there is none", async () => {
    const { body, headers } = await select({
      incidentSeverity: { name: true },
      createdByProbe: { name: true },
      labels: { name: true },
      project: { name: true },
    });
    expect(body).toEqual({
      _id: ids.beta,
      incidentSeverity: { _id: expect.any(String), name: "Critical Incident" },
      createdByProbe: null,
      labels: [],
      project: { _id: api.projectId, name: "Test" },
    });
    expect(headers).not.toHaveProperty("ETag");
  });

  it("needs the right to read the related record", async () => {
    const key = await api.key(["Read Incident"]);
    const path = "/api/incident/get-list";
    const inSelect = { select: { incidentSeverity: { name: true } } };
    expectStatus(await api.ask("POST", path, { key, body: inSelect }), 403);
    const inQuery = { query: { incidentSeverity: { name: "Critical Incident" } } };
    expectStatus(await api.ask("POST", path, { key, body: inQuery }), 403);
    const byId = { select: { incidentSeverity: true } };
    expectStatus(await api.ask("POST", path, { key, body: byId }), 200);
  });

  it("answers null for a record of another project, even if the caller may read both", async () => {
    const elsewhere = await api.newProject();
    const severity = await api.engine.idOf("incident-severity", "Critical Incident", elsewhere);
    const key = await api.key(["Project Owner"], null);
    const ask = { key, body: { data: { incidentSeverityId: severity } } };
    expectStatus(await api.ask("PUT", `/api/incident/${ids.gamma}`, ask), 200);
    const path = `/api/incident/${ids.gamma}/get-item`;
    const select = { incidentSeverity: { name: true }, incidentSeverityId: true };
    const { body } = expectStatus(await api.ask("POST", path, { key, body: { select } }), 200);
    expect(body).toMatchObject({ incidentSeverity: null, incidentSeverityId: severity });
  });
});
