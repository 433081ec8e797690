import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { describeDeployment } from "@/lib/operations/deployment/deployment";
import { takeSnapshot } from "@/lib/operations/deployment/snapshot";
import { resources } from "@/lib/resources";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";
import { chosenDatabase } from "@/tests/databases";

interface Check {
  readonly kind: string;
  readonly resource: string;
  readonly column: string;
  readonly count: number;
  readonly query: JsonObject;
  readonly hasMore: boolean;
  readonly isComplete: boolean;
}

let api: TestApi;
beforeEach(async () => {
  api = await testApi();
});
afterEach(() => api.close());

const ask = async (key = api.owner, projectId = api.projectId) => {
  const query = `projectId=${projectId}`;
  const { body } = expectStatus(await api.ask("GET", "/api/integrity", { key, query }), 200);
  return body as unknown as { checks: Check[]; isComplete: boolean; unreadable: string[] };
};

/** Returns the findings. Checks the count of each against the list that its query opens. */
async function found(): Promise<[string, string, string, number][]> {
  const { checks, isComplete } = await ask();
  expect(isComplete).toBe(true);
  const some = checks.filter(({ count }) => count > 0);
  for (const { resource, query, count } of some)
    expect(await idsOf(resource, query)).toHaveLength(count);
  return some.map(({ kind, resource, column, count }) => [kind, resource, column, count]);
}

async function idsOf(resource: string, query: JsonObject): Promise<JsonValue[]> {
  const body = { query, limit: 100 };
  const reply = await api.ask("POST", `/api/${resource}/get-list`, { key: api.owner, body });
  expectStatus(reply, 200);
  return (reply.body["data"] as JsonObject[]).map((row) => row["_id"] ?? null);
}

async function of(kind: string): Promise<JsonValue[]> {
  const check = (await ask()).checks.find((one) => one.kind === kind && one.count > 0);
  return check ? (await idsOf(check.resource, check.query)).sort() : [];
}

const create = (path: string, data: JsonObject) => api.engine.create(path, data);

async function incident(data: JsonObject = {}) {
  return create("incident", {
    ...{ title: "I", declaredAt: api.engine.clock.iso(), monitors: [] },
    currentIncidentStateId: await api.engine.idOf("incident-state", "Identified"),
    incidentSeverityId: await api.engine.idOf("incident-severity", "Critical Incident"),
    ...data,
  });
}

/** Writes a value without any rule, as a defect or manual SQL would. */
async function force(path: string, id: unknown, patch: JsonObject) {
  const resource = resources.get(path);
  if (!resource) throw new Error(path);
  const guard = { projects: "all" as const };
  expect(
    await api.engine.store.write((writer) => writer.update(resource, String(id), patch, guard)),
  ).toBe(true);
}

async function closed() {
  return { currentIncidentStateId: await api.engine.idOf("incident-state", "Resolved") };
}

describe("the integrity of a project", () => {
  it("is sound from the start, and covers every relation", async () => {
    expect(await found()).toEqual([]);
    const { checks, unreadable } = await ask();
    expect(unreadable).toEqual([]);
    expect(checks.filter(({ kind }) => kind === "danglingReference").length).toBeGreaterThan(60);
    const kinds = new Set(checks.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([
      "danglingReference",
      "dependencyCycle",
      "gappedEvents",
      "milderStatus",
      "openWithoutOwner",
      "overlappingEvents",
      "repeatedNumber",
      "repeatedRecord",
      "selfDependency",
      "staleStatus",
      "unorderedList",
    ]);
  });

  it("finds references to nothing and to other projects: indexed, plain and in lists", async () => {
    const other = await api.newProject();
    const data = { projectId: other, name: "M", monitorType: "API" };
    const theirs = await api.engine.create("monitor", data, api.engine.operator);
    const mine = await create("monitor", { name: "M", monitorType: "API" });
    const gone = newId();
    await incident({ ...(await closed()), incidentSeverityId: gone });
    await incident({ ...(await closed()), createdByProbeId: gone });
    await incident({ ...(await closed()), monitors: [gone, String(mine._id), String(theirs._id)] });
    expect(await found()).toEqual([
      ["danglingReference", "incident", "monitors", 1],
      ["danglingReference", "incident", "incidentSeverityId", 1],
      ["danglingReference", "incident", "createdByProbeId", 1],
    ]);
  });

  it("finds responsible users who are not in the project", async () => {
    const { _id } = await incident();
    await create("incident-owner-user", {
      incidentId: String(_id),
      userId: newId(),
      isOwnerNotified: false,
    });
    expect(await found()).toEqual([["danglingReference", "incident-owner-user", "userId", 1]]);
  });

  it("finds open incidents without owners, not those that are over or have one", async () => {
    const open = await incident();
    await incident(await closed());
    expect(await found()).toEqual([["openWithoutOwner", "incident", "currentIncidentStateId", 1]]);
    expect(await of("openWithoutOwner")).toEqual([open._id]);
  });

  it("finds no incident that a team owns, and nothing without the right to read all owners", async () => {
    const { _id } = await incident();
    const teamId = String((await create("team", { name: "Platform" }))._id);
    await create("incident-owner-team", { incidentId: String(_id), teamId });
    expect(await found()).toEqual([]);
    const open = await incident();
    expect(await of("openWithoutOwner")).toEqual([open._id]);
    const read = ["Incident", "Incident State", "Incident User Owner"].map((one) => `Read ${one}`);
    const half = await ask(await api.key(read));
    expect(half.unreadable).toContain("incident-owner-team");
    expect(half.checks.map(({ kind }) => kind)).not.toContain("openWithoutOwner");
  });

  it("shows 100 of many and says that there are more", async () => {
    for (let count = 0; count < 103; count += 1) await incident();
    const { checks } = await ask();
    const check = checks.find(({ kind }) => kind === "openWithoutOwner");
    expect(check).toMatchObject({ count: 100, hasMore: true, isComplete: true });
    expect(await of("openWithoutOwner")).toHaveLength(100);
  });

  it("finds events that overlap, in each of the histories", async () => {
    const monitor = await create("monitor", { name: "M", monitorType: "API" });
    const offline = await api.engine.idOf("monitor-status", "Offline");
    const event = (minutes: number) =>
      create("monitor-status-timeline", {
        ...{ monitorId: String(monitor._id), monitorStatusId: offline },
        startsAt: api.engine.clock.iso(minutes),
      });
    const [one, two, three] = [await event(10), await event(20), await event(30)];
    expect(await found()).toEqual([]);
    await force("monitor-status-timeline", one._id, { endsAt: api.engine.clock.iso(25) });
    expect(await of("overlappingEvents")).toEqual([one._id, two._id].sort());
    await force("monitor-status-timeline", one._id, { endsAt: null });
    expect(await of("overlappingEvents")).toEqual([one._id, two._id, three._id].sort());
  });

  it("does not take two steps at one instant for an overlap", async () => {
    const monitor = await create("monitor", { name: "At once", monitorType: "API" });
    const offline = await api.engine.idOf("monitor-status", "Offline");
    const event = (minutes: number) =>
      create("monitor-status-timeline", {
        ...{ monitorId: String(monitor._id), monitorStatusId: offline },
        startsAt: api.engine.clock.iso(minutes),
      });
    const before = await of("overlappingEvents");
    const [one, two] = [await event(40), await event(50)];
    const at = api.engine.clock.iso(50);
    // The second event was over at once, and was created before the one that lasts.
    await force("monitor-status-timeline", one._id, { startsAt: at, endsAt: null });
    await force("monitor-status-timeline", two._id, { startsAt: at, endsAt: at });
    expect(await of("overlappingEvents")).toEqual(before);
  });

  it("finds gaps and duplicates in ordered lists, of the project and of a record", async () => {
    const policy = await create("on-call-duty-policy", { name: "P" });
    const rule = (order: number) =>
      create("on-call-duty-policy-escalation-rule", {
        ...{ name: `R${order}`, onCallDutyPolicyId: String(policy._id), order },
      });
    await rule(1);
    const [second, late] = [await rule(2), await rule(5)];
    expect(await of("unorderedList")).toEqual([late._id]);
    await force("on-call-duty-policy-escalation-rule", late._id, { order: 3 });
    expect(await found()).toEqual([]);
    await force("on-call-duty-policy-escalation-rule", second._id, { order: 1 });
    expect((await of("unorderedList")).length).toBe(1);
    await force("on-call-duty-policy-escalation-rule", second._id, { order: 2 });
    const low = await api.engine.idOf("incident-severity", "Minor Incident");
    await force("incident-severity", low, { order: 9 });
    expect(await of("unorderedList")).toEqual([low]);
  });

  it("finds numbers that were given twice", async () => {
    const first = await incident(await closed());
    const twin = await incident({
      ...(await closed()),
      incidentNumber: Number(first.incidentNumber),
    });
    await incident(await closed());
    expect(await found()).toEqual([["repeatedNumber", "incident", "incidentNumber", 2]]);
    expect(await of("repeatedNumber")).toEqual([first._id, twin._id].sort());
  });

  it("finds a dependency recorded twice, one on itself, and those of a cycle, but none that leads into it", async () => {
    const ids: string[] = [];
    for (const name of ["a", "b", "c", "d", "e"])
      ids.push(String((await create("service", { name, serviceColor: "#123456" }))._id));
    const [a = "", b = "", c = "", d = "", e = ""] = ids;
    const depends = async (serviceId: string, dependencyServiceId: string) =>
      String((await create("service-dependency", { serviceId, dependencyServiceId }))._id);
    const path = [await depends(a, b), await depends(b, c)];
    await depends(d, a);
    await depends(c, e);
    expect(await found()).toEqual([]);
    const self = await depends(d, d);
    expect(await of("selfDependency")).toEqual([self]);
    expect(await of("dependencyCycle")).toEqual([]);
    path.push(await depends(c, a));
    expect(await of("dependencyCycle")).toEqual([...path].sort());
    const twin = await depends(b, c);
    expect(await of("repeatedRecord")).toEqual([path[1], twin].sort());
    expect(await of("dependencyCycle")).toEqual([...path, twin].sort());
  });

  it("finds the same member with the same role, the same owner and the same private user twice", async () => {
    const incidentId = String((await incident(await closed()))._id);
    const [userId, otherId] = [newId(), newId()];
    const role = async (name: string) =>
      String((await create("incident-role", { name, color: "#123456" }))._id);
    const [lead, scribe] = [await role("Lead engineer"), await role("Note taker")];
    const page = async (name: string) => String((await create("status-page", { name }))._id);
    const [one, two] = [await page("One"), await page("Two")];
    const member = (user: string, incidentRoleId: string) =>
      create("incident-member", { incidentId, userId: user, incidentRoleId });
    const owner = (user: string) =>
      create("incident-owner-user", { incidentId, userId: user, isOwnerNotified: false });
    const reader = (statusPageId: string, email: string | null) =>
      create("status-page-private-user", { statusPageId, email, isSsoUser: false });
    const repeated = async () =>
      (await found()).filter(([kind]) => kind === "repeatedRecord").map((one) => one.slice(1));
    await Promise.all([member(userId, lead), member(userId, scribe), member(otherId, lead)]);
    await Promise.all([owner(userId), owner(otherId)]);
    await Promise.all([reader(one, "a@example.com"), reader(two, "a@example.com")]);
    await Promise.all([reader(one, null), reader(one, null)]);
    expect(await repeated()).toEqual([]);
    await Promise.all([member(userId, lead), owner(userId), reader(one, "A@Example.com")]);
    expect(await repeated()).toEqual([
      ["incident-member", "incidentRoleId", 2],
      ["incident-owner-user", "userId", 2],
      ["status-page-private-user", "email", 2],
    ]);
  });

  it("checks only resources the caller may read, and names the rest", async () => {
    await incident({ incidentSeverityId: newId() });
    const reader = await api.key(["Read Incident", "Read Incident State"]);
    const { checks, unreadable } = await ask(reader);
    expect(new Set(checks.map(({ resource }) => resource))).toEqual(
      new Set(["incident", "incident-state"]),
    );
    expect(checks.filter(({ count }) => count > 0)).toEqual([]);
    expect(unreadable).toEqual(
      expect.arrayContaining(["incident-severity", "incident-owner-user", "monitor"]),
    );
    const foreign = await api.key(["Project Owner"], await api.newProject());
    const blind = await ask(foreign);
    expect(blind.checks).toEqual([]);
    expect(blind).toEqual({ ...(await ask(foreign, newId())), projectId: api.projectId });
  });

  it("checks a project once at a time", async () => {
    const query = `projectId=${api.projectId}`;
    const look = () => api.ask("GET", "/api/integrity", { key: api.owner, query });
    const replies = await Promise.all([look(), look()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429]);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.headers["Retry-After"]).toBe("3");
    expectStatus(await look(), 200);
  });

  it("finds wrong positions in a long list, and says which list is too long to check", async () => {
    const policy = await create("on-call-duty-policy", { name: "P" });
    const data = { onCallDutyPolicyId: String(policy._id), name: "R" };
    const rule = await create("on-call-duty-policy-escalation-rule", data);
    const resource = resources.get("on-call-duty-policy-escalation-rule");
    if (!resource) throw new Error("There are no escalation rules.");
    const { store } = api.engine;
    const whole = await store.reader.find(resource, { projects: "all" });
    const add = (from: number, to: number) =>
      store.write(async (writer) => {
        for (let order = from; order <= to; order += 1)
          await writer.insert(resource, { ...whole[0], _id: newId(), order });
      });
    await add(2, 3_999);
    await force("on-call-duty-policy-escalation-rule", rule._id, { order: 4_001 });
    const check = async () =>
      (await ask()).checks.find(
        (one) => one.resource === resource.path && one.kind === "unorderedList",
      );
    expect(await check()).toMatchObject({ count: 100, hasMore: true, isComplete: true });
    await add(4_002, 5_200);
    expect(await check()).toMatchObject({ count: 0, isComplete: false });
  });

  it("requires a project", async () => {
    for (const query of ["", "projectId=x"]) {
      expectStatus(await api.ask("GET", "/api/integrity", { key: api.owner, query }), 400);
    }
    expectStatus(await api.ask("GET", "/api/integrity"), 401);
  });
});

describe("the deployment", () => {
  it("has no backup by a download that was not read to its end", async () => {
    const context = api.engine.context(api.engine.operator);
    for await (const _ of await takeSnapshot(context)) break;
    const noted = await api.engine.rows("change-log", { op: "isNull", column: "recordId" });
    expect(noted.map(({ operation }) => operation)).toEqual(["snapshot"]);
    expect((await describeDeployment(context, null)).lastBackup).toBeNull();
  });

  it("has a backup by a download whose caller lost the access meanwhile", async () => {
    let isOver = false;
    const requireCurrent = async () => {
      if (isOver) throw new AppError("unauthenticated", "The session has ended.");
    };
    const context = { ...api.engine.context(api.engine.operator), requireCurrent };
    for await (const _ of await takeSnapshot(context)) isOver = true;
    expect((await describeDeployment(context, null)).lastBackup).toMatchObject({ by: "download" });
  });

  it("is described to its owners alone", async () => {
    for (const key of [api.owner, await api.key(["Project Admin"], null)]) {
      expectStatus(await api.ask("GET", "/api/deployment", { key }), 403);
    }
    const key = await api.key(["Project Owner"], null);
    const { body } = expectStatus(await api.ask("GET", "/api/deployment", { key }), 200);
    const engine = chosenDatabase() === "postgres" ? "postgres" : "sqlite";
    expect(body).toMatchObject({ database: { engine }, downloadLacks: null, lastBackup: null });
    expect(Number((body["database"] as JsonObject)["bytes"])).toBeGreaterThan(10_000);
    expectStatus(await api.ask("GET", "/api/snapshot", { key }), 200);
    const later = await api.ask("GET", "/api/deployment", { key });
    expect(later.body["lastBackup"]).toEqual({
      at: api.engine.clock.iso(),
      by: "download",
      bytes: null,
    });
  });
});
