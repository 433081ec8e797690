import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { isJsonObject } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
  const foreign = await api.newProject();
  await fill(api.projectId, api.owner);
  await fill(foreign, await api.key(["Project Owner"], foreign));
});
afterAll(() => api.close());

/** Creates incidents and alerts of every state, severity and age, and monitors of every status. */
async function fill(projectId: string, key: string) {
  const post = async (path: string, data: JsonObject) => {
    const reply = await api.ask("POST", `/api/${path}`, {
      key,
      body: { data: { projectId, ...data } },
    });
    expectStatus(reply, 200);
  };
  const id = (path: string, name: string) => api.engine.idOf(path, name, projectId);
  const severity = await id("incident-severity", "Critical Incident");
  for (const [index, state] of ["Identified", "Acknowledged", "Resolved"].entries()) {
    for (const minutes of [10, -5, -59, -60, -61, -2_000, -10_080, -50_000]) {
      await post("incident", {
        ...{ title: `${state} ${minutes}`, declaredAt: api.engine.clock.iso(minutes) },
        currentIncidentStateId: await id("incident-state", state),
        incidentSeverityId: index === 1 ? newId() : severity,
      });
    }
  }
  await post("alert", {
    title: "CPU",
    currentAlertStateId: await id("alert-state", "Identified"),
    alertSeverityId: newId(),
  });
  for (const status of ["Operational", "Degraded", "Offline"]) {
    const currentMonitorStatusId = await id("monitor-status", status);
    await post("monitor", { name: status, monitorType: "Manual", currentMonitorStatusId });
  }
}

const ask = (key = api.owner, query = `projectId=${api.projectId}`) =>
  api.ask("GET", "/api/summary", { key, query });

/** Returns every number with its query and the resource it counts. */
function numbersIn(value: JsonValue, resource: string): [string, number, JsonObject][] {
  if (Array.isArray(value)) return value.flatMap((one: JsonValue) => numbersIn(one, resource));
  if (!isJsonObject(value)) return [];
  const { count, query } = value;
  const own: [string, number, JsonObject][] =
    typeof count === "number" && isJsonObject(query) ? [[resource, count, query]] : [];
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, one]) =>
      key === "query" ? [] : numbersIn(one, resource),
    ),
  ];
}

describe("the summary of a project", () => {
  it("has numbers that equal those of the lists they open", async () => {
    const { body } = expectStatus(await ask(), 200);
    const numbers = [
      ...numbersIn(body.incidents ?? null, "incident"),
      ...numbersIn(body.alerts ?? null, "alert"),
      ...numbersIn(body.monitors ?? null, "monitor"),
    ];
    expect(numbers.length).toBeGreaterThan(15);
    for (const [resource, count, query] of numbers) {
      const list = await api.ask("POST", `/api/${resource}/get-list`, {
        key: api.owner,
        body: { query },
      });
      expect([resource, query, list.body.count]).toEqual([resource, query, count]);
    }
    expect(body.incidents).toMatchObject({ count: 16, unacknowledged: { count: 8 } });
    const ages = (body.incidents as { byAge: { count: number }[] }).byAge.map(({ count }) => count);
    expect(ages).toEqual([6, 4, 2, 4]);
    expect(body.monitors).toMatchObject({ count: 3, notOperational: { count: 2 } });
    expect(body.alerts).toMatchObject({ count: 1, recent: { data: [{ title: "CPU" }] } });
    expect((body.changes as { data: unknown[] }).data).toHaveLength(8);
  });

  it("names the open incidents to look at first, and counts those without an owner", async () => {
    const first = (await ask()).body.incidents as { newest: { data: JsonObject[] } };
    expect(first).toMatchObject({
      unowned: { count: 16, hasMore: false },
      newest: { data: [{ title: "Acknowledged 10" }, { title: "Identified 10" }, {}] },
      oldest: { data: [{}, {}, { title: "Identified -10080" }] },
    });
    const owner = await api.ask("POST", "/api/incident-owner-user", {
      key: api.owner,
      body: {
        data: {
          ...{ projectId: api.projectId, userId: newId(), isOwnerNotified: false },
          incidentId: first.newest.data[0]?.["_id"] ?? null,
        },
      },
    });
    expectStatus(owner, 200);
    const { body } = await ask();
    expect(body.incidents).toMatchObject({ unowned: { count: 15 } });
    const teamId = String((await api.engine.create("team", { name: "Platform" }))._id);
    const incidentId = first.newest.data[1]?.["_id"] ?? null;
    await api.engine.create("incident-owner-team", { incidentId, teamId });
    const { unowned } = (await ask()).body.incidents as { unowned: { query: JsonObject } };
    expect(unowned).toMatchObject({ count: 14, hasMore: false });
    const nobody = { "incident-owner-user": {}, "incident-owner-team": {} };
    const list = await api.ask("POST", "/api/incident/get-list", {
      ...{ key: api.owner, body: { query: { ...unowned.query, _hasNo: nobody } } },
    });
    expect(list.body.count).toBe(14);
    const half = await api.key(["Read Incident", "Read Incident State"]);
    expect((await ask(half)).body.incidents).toMatchObject({ count: 16, unowned: null });
  });

  it("tells a project whose incidents are all resolved from one without any", async () => {
    const projectId = await api.newProject();
    const key = await api.key(["Project Owner"], projectId);
    const hasAny = async () => {
      const { incidents } = (await ask(key, `projectId=${projectId}`)).body;
      return (incidents as { hasAny: boolean }).hasAny;
    };
    expect(await hasAny()).toBe(false);
    const idIn = (path: string, name: string) => api.engine.idOf(path, name, projectId);
    const data = {
      ...{ projectId, title: "Over", declaredAt: api.engine.clock.iso(-5) },
      currentIncidentStateId: await idIn("incident-state", "Resolved"),
      incidentSeverityId: await idIn("incident-severity", "Critical Incident"),
    };
    expectStatus(await api.ask("POST", "/api/incident", { key, body: { data } }), 200);
    expect(await hasAny()).toBe(true);
  });

  it("leaves out resources the caller may not read", async () => {
    const reader = await api.key(["Read Monitor", "Read Monitor Status"]);
    const { body } = expectStatus(await ask(reader), 200);
    expect(body).toMatchObject({ incidents: null, alerts: null, monitors: { count: 3 } });
    const half = await api.key(["Read Incident", "Read Incident State"]);
    expect((await ask(half)).body.incidents).toMatchObject({ count: 16, bySeverity: [] });
    const foreign = await api.key(["Project Owner"], await api.newProject());
    expect((await ask(foreign)).body).toMatchObject({
      incidents: null,
      monitors: null,
      changes: null,
    });
  });

  it.each(["", "projectId=", "projectId=x", "projectId=%00"])(
    "answers 400 to '%s'",
    async (query) => {
      const reply = expectStatus(await ask(api.owner, query), 400);
      expect(reply.body.errors).toMatchObject([{ field: "projectId" }]);
    },
  );
});
