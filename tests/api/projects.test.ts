import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";
import { dump } from "@/tests/dump";

let api: TestApi;
let operator: string;
beforeAll(async () => {
  api = await testApi();
  operator = await api.key(["Project Owner"], null);
});
afterAll(() => api.close());

async function create(path: string, data: JsonObject, key = api.owner): Promise<JsonObject> {
  const whole = { projectId: api.projectId, ...data };
  return expectStatus(await api.ask("POST", `/api/${path}`, { key, body: { data: whole } }), 200)
    .body;
}

describe("a project", () => {
  it("is registered, empty, by the first write of a key that spans the deployment", async () => {
    const projectId = newId();
    await create("alert-severity", { projectId, name: "High", color: "#b70400" }, operator);
    const path = `/api/project/${projectId}/get-item`;
    const { body } = expectStatus(await api.ask("GET", path, { key: operator }), 200);
    expect(body).toMatchObject({ _id: projectId, projectId, name: projectId });
    expect(
      await api.engine.rows("incident-state", { op: "eq", column: "projectId", value: projectId }),
    ).toEqual([]);
  });

  it("made by its own request has the default states, severities, statuses and roles", async () => {
    const projectId = await api.newProject();
    const of = { op: "eq", column: "projectId", value: projectId } as const;
    const namesOf = async (path: string) =>
      (await api.engine.rows(path, of)).map((row) => row.name);
    expect(await namesOf("incident-state")).toEqual(["Identified", "Acknowledged", "Resolved"]);
    expect(await namesOf("alert-state")).toEqual(["Identified", "Acknowledged", "Resolved"]);
    expect(await namesOf("incident-severity")).toHaveLength(3);
    expect(await namesOf("alert-severity")).toEqual(["High", "Low"]);
    expect(await namesOf("monitor-status")).toEqual(["Operational", "Degraded", "Offline"]);
    expect(await namesOf("incident-role")).toHaveLength(4);
  });

  it("cannot be made by a key of one project", async () => {
    const body = { data: { name: "Mine" } };
    expectStatus(await api.ask("POST", "/api/project", { key: api.owner, body }), 403);
  });

  it("cannot be written into by the key of another, nor left by a record", async () => {
    const other = await api.newProject();
    const before = await dump(api.engine.store);
    const data = { projectId: other, name: "x", color: "#123456" };
    expectStatus(
      await api.ask("POST", "/api/alert-severity", { key: api.owner, body: { data } }),
      403,
    );
    expect({ ...(await dump(api.engine.store)), "api-key": [] }).toEqual({
      ...before,
      "api-key": [],
    });
    const { _id } = await create("alert-severity", { name: "y", color: "#123456" });
    const move = { data: { projectId: other } };
    expectStatus(
      await api.ask("PUT", `/api/alert-severity/${_id}`, { key: api.owner, body: move }),
      403,
    );
    const stay = { data: { projectId: api.projectId, name: "z" } };
    expectStatus(
      await api.ask("PUT", `/api/alert-severity/${_id}`, { key: api.owner, body: stay }),
      200,
    );
  });

  it("deletes all its own records, and none of another project", async () => {
    const projectId = await api.newProject();
    const incidentId = newId();
    const ours = await create("incident-owner-user", {
      incidentId,
      userId: newId(),
      isOwnerNotified: true,
    });
    await create(
      "incident-owner-user",
      { projectId, incidentId, userId: newId(), isOwnerNotified: true },
      operator,
    );
    expectStatus(await api.ask("DELETE", `/api/project/${projectId}`, { key: operator }), 200);
    const of = { op: "eq", column: "projectId", value: projectId } as const;
    expect(await api.engine.rows("incident-owner-user", of)).toEqual([]);
    expect(await api.engine.rows("incident-state", of)).toEqual([]);
    expect(await api.engine.get("incident-owner-user", ours._id)).toMatchObject({ incidentId });
  });
});

describe("deleting", () => {
  it("takes children along and clears references", async () => {
    const state = await api.engine.idOf("incident-state", "Identified");
    const severity = await api.engine.idOf("incident-severity", "Minor Incident");
    const label = await create("label", { name: "EU", color: "#123456" });
    const incident = await create("incident", {
      title: "Down",
      declaredAt: "2026-11-21",
      currentIncidentStateId: state,
      incidentSeverityId: severity,
      labels: [newId(), label._id ?? null],
    });
    const owner = await create("incident-owner-user", {
      incidentId: incident._id ?? null,
      userId: newId(),
      isOwnerNotified: false,
    });
    expectStatus(await api.ask("DELETE", `/api/label/${label._id}`, { key: api.owner }), 200);
    expect((await api.engine.get("incident", incident._id)).labels).toHaveLength(1);
    expectStatus(await api.ask("DELETE", `/api/incident/${incident._id}`, { key: api.owner }), 200);
    const path = `/api/incident-owner-user/${owner._id}/get-item`;
    expectStatus(await api.ask("GET", path, { key: api.owner }), 404);
  });

  it("is refused if the record is in use, and names the references", async () => {
    const state = await api.engine.idOf("incident-state", "Acknowledged");
    const severity = await api.engine.idOf("incident-severity", "Major Incident");
    await create("incident", {
      title: "Slow",
      declaredAt: "2026-11-21",
      currentIncidentStateId: state,
      incidentSeverityId: severity,
    });
    const before = await dump(api.engine.store);
    for (const path of [`incident-state/${state}`, `incident-severity/${severity}`]) {
      const reply = await api.ask("DELETE", `/api/${path}`, { key: api.owner });
      expectStatus(reply, 409);
      expect(reply.body.detail).toMatch(/in use by 1 Incident/);
    }
    expect({ ...(await dump(api.engine.store)), "api-key": [] }).toEqual({
      ...before,
      "api-key": [],
    });
  });
});

describe("ordered lists", () => {
  const places = async () => {
    const rows = await api.engine.rows("on-call-duty-policy-escalation-rule");
    return rows
      .map((row) => [row.order, row.name])
      .sort(([one], [other]) => Number(one) - Number(other))
      .map(([order, name]) => `${order}${name}`)
      .join(" ");
  };
  const ids: Record<string, unknown> = {};
  const policy = newId();
  const add = async (name: string, order?: number) => {
    const data = { onCallDutyPolicyId: policy, name, ...(order !== undefined && { order }) };
    ids[name] = (await create("on-call-duty-policy-escalation-rule", data))._id;
  };
  const path = (name: string) => `/api/on-call-duty-policy-escalation-rule/${ids[name]}`;
  const move = async (name: string, order: number | null) => {
    const ask = { key: api.owner, body: { data: { order } } };
    expectStatus(await api.ask("PUT", path(name), ask), 200);
  };

  it("run from 1 without gaps, whatever is added, moved and deleted", async () => {
    await add("a");
    await add("b");
    await add("c");
    expect(await places()).toBe("1a 2b 3c");
    await add("d", 2);
    expect(await places()).toBe("1a 2d 3b 4c");
    await move("a", 3);
    expect(await places()).toBe("1d 2b 3a 4c");
    await move("c", 1);
    expect(await places()).toBe("1c 2d 3b 4a");
    await move("c", null);
    expect(await places()).toBe("1d 2b 3a 4c");
    expectStatus(await api.ask("DELETE", path("b"), { key: api.owner }), 200);
    expect(await places()).toBe("1d 2a 3c");
    await move("c", null);
    expect(await places()).toBe("1d 2a 3c");
  });

  it("keep their order where a position lies between two others, and is left or deleted", async () => {
    const remove = async (name: string) =>
      expectStatus(await api.ask("DELETE", path(name), { key: api.owner }), 200);
    await add("half", 1.5);
    expect(await places()).toBe("1d 1.5half 2a 3c");
    await move("half", null);
    expect(await places()).toBe("1d 2a 3c 4half");
    await move("half", 2.5);
    await remove("half");
    expect(await places()).toBe("1d 2a 3c");
  });

  it("of a status page have no gap after one of its monitors is deleted", async () => {
    const page = await create("status-page", { name: "Ordered" });
    const monitors: unknown[] = [];
    for (const displayName of ["a", "b", "c"]) {
      const monitor = await create("monitor", { name: displayName, monitorType: "Manual" });
      const data = { statusPageId: String(page._id), monitorId: String(monitor._id), displayName };
      await create("status-page-resource", data);
      monitors.push(monitor._id);
    }
    await api.engine.remove("monitor", monitors[1]);
    const left = await api.engine.rows("status-page-resource");
    expect(left.map(({ order, displayName }) => `${order}${displayName}`)).toEqual(["1a", "2c"]);
    for (const displayName of ["d", "e", "f"]) {
      const monitorId = String(monitors[displayName === "e" ? 2 : 0]);
      const data = { statusPageId: String(page._id), monitorId, displayName };
      await create("status-page-resource", data);
    }
    await api.engine.remove("monitor", monitors[0]);
    const rest = await api.engine.rows("status-page-resource");
    expect(rest.map(({ order, displayName }) => `${order}${displayName}`)).toEqual(["1c", "2e"]);
    await api.engine.remove("status-page", page._id);
    expect(await api.engine.rows("status-page-resource")).toEqual([]);
  });
});
