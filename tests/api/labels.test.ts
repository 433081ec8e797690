import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDeploymentOwner } from "@/lib/auth/grants/deployment-owners";
import { savedView } from "@/lib/resources/settings/saved-view";
import { user } from "@/lib/resources/settings/user";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
let foreignKey: string;
let incidentId: string;
let memberId: string;
let state: string;
let person: string;

beforeAll(async () => {
  api = await testApi();
  foreignKey = await api.key(["Project Owner"], await api.newProject());
  state = await api.engine.idOf("incident-state", "Identified");
  person = String((await api.insert(user, { name: "Mia Wong", email: "mia@wong.example" }))._id);
  const place = { userId: person, permissions: ["Project Member"] };
  await api.engine.create("member", place, api.engine.operator);
  incidentId = await create("incident", {
    ...{ title: "Slow", declaredAt: "2026-01-01", currentIncidentStateId: state },
    ...{ incidentSeverityId: newId(), labels: [] },
  });
  const role = await api.engine.idOf("incident-role", "Incident Commander");
  memberId = await create("incident-member", { incidentId, userId: person, incidentRoleId: role });
});
afterAll(() => api.close());

async function create(path: string, data: JsonObject): Promise<string> {
  const body = { data: { projectId: api.projectId, ...data } };
  const reply = await api.ask("POST", `/api/${path}`, { key: api.owner, body });
  return String(expectStatus(reply, 200).body._id);
}

const ask = (ids: JsonValue, key = api.owner) =>
  api.ask("POST", "/api/labels", { key, body: { ids } });

describe("labels", () => {
  it("names records of many kinds in one request", async () => {
    const ids = {
      incident: [incidentId],
      "incident-state": [state.toUpperCase(), newId()],
      "incident-member": [memberId],
    };
    const reply = expectStatus(await ask(ids), 200);
    expect(reply.body.data).toEqual({
      incident: { [incidentId]: { label: "Slow", number: "INC-1" } },
      "incident-state": {
        [state]: { label: "Identified", glyph: "state-0", color: expect.stringMatching(/^#/) },
      },
      "incident-member": { [memberId]: { label: "Mia Wong" } },
    });
  });

  it("leaves out records the caller may not read", async () => {
    const ids = { incident: [incidentId], "incident-member": [memberId], user: [person] };
    const nothing = { incident: {}, "incident-member": {}, user: {} };
    expect((await ask(ids, foreignKey)).body.data).toEqual(nothing);
    const reader = await api.key(["Read Incident Member"]);
    expect((await ask(ids, reader)).body.data).toEqual({
      ...nothing,
      "incident-member": { [memberId]: { label: `Incident Member ${memberId.slice(0, 8)}` } },
    });
  });

  it("leaves out other people's private views", async () => {
    const projectId = api.projectId;
    const view = { projectId, name: "Mine", resource: "incident", state: {}, ownerUserId: person };
    const mine = String((await api.insert(savedView, { ...view, visibility: "private" }))._id);
    const shared = String((await api.insert(savedView, { ...view, visibility: "project" }))._id);
    const reply = expectStatus(await ask({ "saved-view": [mine, shared] }), 200);
    expect(reply.body.data).toEqual({ "saved-view": { [shared]: { label: "Mine" } } });
  });

  it("names owners of the deployment to callers who read a project's people, without a page", async () => {
    const owner = String((await api.insert(user, { name: "Ola", email: "ola@example.com" }))._id);
    const stranger = String(
      (await api.insert(user, { name: "Sam", email: "sam@example.com" }))._id,
    );
    await api.engine.store.write((writer) => addDeploymentOwner(writer, owner));
    const ids = { user: [owner, stranger] };
    const reader = await api.key(["Read Teams"]);
    expect((await ask(ids, reader)).body.data).toEqual({
      user: { [owner]: { label: "Ola", isOutside: true } },
    });
    const other = await api.key(["Read Incident Member"]);
    expect((await ask(ids, other)).body.data).toEqual({ user: {} });
  });

  it.each([
    [undefined, "ids"],
    [null, "ids"],
    [[], "ids"],
    [{ nothing: [] }, "ids"],
    [{ __proto__: null, constructor: [] }, "ids"],
    [{ incident: "x" }, "incident"],
    [{ incident: [1] }, "incident"],
    [{ incident: ["x' or 1"] }, "incident"],
    [{ incident: Array.from({ length: 2_001 }, newId) }, "ids"],
    [{ incident: Array.from({ length: 2_001 }, () => "x") }, "ids"],
  ])("answers 400 to %j", async (ids, field) => {
    const reply = expectStatus(await ask(ids as JsonValue), 400);
    expect(reply.body.errors).toMatchObject([{ field }]);
  });
});

describe("references", () => {
  const references = (path: string, id: string, key = api.owner) =>
    api.ask("GET", `/api/${path}/${id}/references`, { key });

  it("list the records that refer to a record, and what becomes of them", async () => {
    const reply = expectStatus(await references("incident", incidentId), 200);
    expect(reply.body.data).toEqual([
      {
        resource: "incident-member",
        column: "incidentId",
        count: 1,
        whenTargetGoes: "removed",
        query: { incidentId },
      },
      {
        resource: "incident-state-timeline",
        column: "incidentId",
        count: 1,
        whenTargetGoes: "removed",
        query: { incidentId },
      },
      {
        resource: "incident-feed",
        column: "incidentId",
        count: 1,
        whenTargetGoes: "removed",
        query: { incidentId },
      },
    ]);
    expect(reply.body.unreadable).toEqual([]);
    const used = await references("incident-state", state);
    expect(used.body.data).toContainEqual(
      expect.objectContaining({ resource: "incident", whenTargetGoes: "refused", count: 1 }),
    );
  });

  it("have the same count as a list with their query", async () => {
    for (const [path, id] of [
      ["incident", incidentId],
      ["user", person],
      ["project", api.projectId],
    ] as const) {
      const { body } = expectStatus(await references(path, id), 200);
      const data = body.data as { resource: string; count: number; query: JsonObject }[];
      expect(data.length).toBeGreaterThan(0);
      for (const { resource, count, query } of data) {
        const list = await api.ask("POST", `/api/${resource}/count`, {
          key: api.owner,
          body: { query },
        });
        expect([resource, list.body.count]).toEqual([resource, count]);
      }
    }
  });

  it("name the resources that the caller may not read, and do not count them", async () => {
    const reader = await api.key(["Read Incident"]);
    const { body } = expectStatus(await references("incident", incidentId, reader), 200);
    expect(body.data).toEqual([]);
    expect(body.unreadable).toContain("incident-member");
  });

  it("are only for callers who may read the record", async () => {
    expectStatus(await references("incident", incidentId, foreignKey), 404);
    expectStatus(await references("incident", newId()), 404);
    expectStatus(await references("incident", incidentId, await api.key(["Read Label"])), 403);
  });
});
