import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

async function entries(key: string, query: JsonObject = {}): Promise<JsonObject[]> {
  const ask = { key, query: "limit=100", body: { query, sort: { at: 1 } } };
  const { data } = expectStatus(await api.ask("POST", "/api/change-log/get-list", ask), 200).body;
  return Array.isArray(data) ? data.map((row) => row as JsonObject) : [];
}

async function created(path: string, data: JsonObject): Promise<JsonValue | undefined> {
  const body = { data: { projectId: api.projectId, ...data } };
  const ask = { key: api.owner, body, headers: { "x-request-id": "req-1" } };
  return expectStatus(await api.ask("POST", `/api/${path}`, ask), 200).body._id;
}

describe("the change log", () => {
  it("holds who did what through what, with each field before and after", async () => {
    const id = await created("alert-severity", { name: "Huge", color: "#b70400" });
    const path = `/api/alert-severity/${id}`;
    await api.ask("PUT", path, {
      key: api.owner,
      body: { data: { name: "Vast", color: "#b70400" } },
    });
    await api.ask("DELETE", path, { key: api.owner });
    const [create, update, remove, ...others] = await entries(api.owner, { recordId: id ?? null });
    expect(others).toEqual([]);
    expect(create).toMatchObject({
      projectId: api.projectId,
      resource: "alert-severity",
      operation: "create",
      actorType: "apiKey",
      channel: "api",
      // The server's own: "req-1" is what the client called its request.
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      before: null,
      after: { name: "Huge", slug: "huge", order: 3 },
    });
    expect(update).toMatchObject({
      operation: "update",
      before: { name: "Huge" },
      after: { name: "Vast" },
    });
    expect(Object.keys(update?.after ?? {})).toEqual(["name"]);
    expect(remove).toMatchObject({ operation: "delete", before: { name: "Vast" }, after: null });
  });

  it("shows a secret as changed, and an update that changes nothing not at all", async () => {
    const data = { statusPageId: "0b2e9c1e-8f4b-4f0a-9c56-0d1f3a5b7c9d", password: "hunter2" };
    const id = await created("status-page-private-user", data);
    const path = `/api/status-page-private-user/${id}`;
    await api.ask("PUT", path, { key: api.owner, body: { data: { password: "hunter3" } } });
    await api.ask("PUT", path, { key: api.owner, body: { data: { isSsoUser: null } } });
    const found = await entries(api.owner, { recordId: id ?? null });
    expect(found.map((entry) => entry.after)).toMatchObject([
      { password: "changed" },
      { password: "changed" },
    ]);
    expect(JSON.stringify(found)).not.toMatch(/hunter|scrypt/);
  });

  it("logs what a rule does under the same request, as the rule's", async () => {
    const data = { title: "Rule", declaredAt: "2026-11-21" };
    const currentIncidentStateId = await api.engine.idOf("incident-state", "Identified");
    const incidentSeverityId = await api.engine.idOf("incident-severity", "Minor Incident");
    const id = await created("incident", { ...data, currentIncidentStateId, incidentSeverityId });
    const [asked] = await entries(api.owner, { recordId: id ?? null, channel: "api" });
    const requestId = asked?.requestId ?? null;
    const found = await entries(api.owner, { requestId, channel: "rule" });
    expect(found).toMatchObject([
      { resource: "incident-state-timeline", operation: "create", after: { incidentId: id } },
    ]);
  });

  it("shows only entries of resources the caller may read, and none to who reads nothing", async () => {
    const reader = await api.key(["Read Alert Severity"]);
    const seen = new Set((await entries(reader)).map((entry) => entry.resource));
    expect([...seen]).toEqual(["alert-severity"]);
    expect(await entries(await api.key(["Create Alert Severity"]))).toEqual([]);
    const outsider = await api.key(["Project Owner"], await api.newProject());
    const others = await entries(outsider, { resource: "alert-severity" });
    expect(others.every((entry) => entry.projectId !== api.projectId)).toBe(true);
  });

  it("has a sequence for callers of the whole deployment only", async () => {
    const operator = await api.key(["Project Owner"], null);
    const numbers = (await entries(operator)).map((entry) => Number(entry.sequence));
    expect(
      numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0)),
    ).toBe(true);
    expect((await entries(api.owner))[0]).not.toHaveProperty("sequence");
    for (const body of [
      { select: { sequence: true } },
      { sort: { sequence: 1 } },
      { query: { sequence: 1 } },
    ]) {
      expectStatus(
        await api.ask("POST", "/api/change-log/get-list", { key: api.owner, body }),
        400,
      );
    }
  });

  it("can only be read", async () => {
    const operator = await api.key(["Project Owner"], null);
    const [entry] = await entries(operator);
    const path = `/api/change-log/${entry?._id}`;
    const body = { data: { operation: "x" } };
    for (const [method, target] of [
      ["POST", "/api/change-log"],
      ["PUT", path],
      ["DELETE", path],
      ["POST", `${path}/update-item`],
      ["POST", `${path}/delete-item`],
    ] as const) {
      expectStatus(await api.ask(method, target, { key: operator, body }), 405);
    }
  });
});
