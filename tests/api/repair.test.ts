import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { resources } from "@/lib/resources";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
beforeEach(async () => {
  api = await testApi();
});
afterEach(() => api.close());

const create = (path: string, data: JsonObject) => api.engine.create(path, data);
const idOf = (path: string, name: string) => api.engine.idOf(path, name);
const status = (name: string) => idOf("monitor-status", name);
const newMonitor = async (name: string) =>
  String((await create("monitor", { name, monitorType: "Manual" }))._id);

async function declare(monitors: string[], asks: string): Promise<Row> {
  return create("incident", {
    title: "Down",
    declaredAt: api.engine.clock.iso(),
    currentIncidentStateId: await idOf("incident-state", "Identified"),
    incidentSeverityId: await idOf("incident-severity", "Critical Incident"),
    changeMonitorStatusToId: await status(asks),
    monitors,
  });
}

/** Changes a record without any rule, as an earlier version left it. */
async function force(path: string, id: unknown, patch: JsonObject) {
  const resource = resources.get(path);
  if (!resource) throw new Error(path);
  await api.engine.store.write((writer) =>
    writer.update(resource, String(id), patch, { projects: "all" }),
  );
}

const resolvePastRules = async (incident: Row) =>
  force("incident", incident._id, {
    currentIncidentStateId: await idOf("incident-state", "Resolved"),
  });

const shownBy = async (id: string) => {
  const { currentMonitorStatusId } = await api.engine.get("monitor", id);
  return (await api.engine.get("monitor-status", currentMonitorStatusId)).name;
};

/** Returns the records that the report lists under a kind. */
async function listed(kind: string): Promise<JsonValue[]> {
  const query = `projectId=${api.projectId}`;
  const reply = await api.ask("GET", "/api/integrity", { key: api.owner, query });
  const checks = expectStatus(reply, 200).body["checks"] as JsonObject[];
  const found = checks.find((check) => check["kind"] === kind && Number(check["count"]) > 0);
  return ((found?.["query"] as JsonObject | undefined)?.["_id"] as JsonValue[]) ?? [];
}

async function repair(cursor?: string) {
  const body = { projectId: api.projectId, ...(cursor !== undefined && { cursor }) };
  const reply = await api.ask("POST", "/api/integrity/repair", { key: api.owner, body });
  return expectStatus(reply, 200).body as { events: number; statuses: number; nextCursor: string };
}

async function repairAll() {
  const sum = { events: 0, statuses: 0, slices: 0 };
  let cursor: string | null | undefined;
  do {
    const done = await repair(cursor ?? undefined);
    sum.events += done.events;
    sum.statuses += done.statuses;
    sum.slices += 1;
    cursor = done.nextCursor;
  } while (cursor !== null);
  return sum;
}

async function events(monitorId: string): Promise<Row[]> {
  const filter = { op: "eq", column: "monitorId", value: monitorId } as const;
  const found = await api.engine.rows("monitor-status-timeline", filter);
  return found.sort((one, other) => (String(one.startsAt) < String(other.startsAt) ? -1 : 1));
}

describe("the statuses of monitors", () => {
  it("that contradict the open incidents are listed and repaired, once", async () => {
    const [milder, stale, better] = [
      await newMonitor("A"),
      await newMonitor("B"),
      await newMonitor("C"),
    ];
    await declare([milder], "Offline");
    await declare([milder], "Degraded");
    await resolvePastRules(await declare([stale], "Offline"));
    await declare([better], "Degraded");
    await resolvePastRules(await declare([better], "Offline"));
    expect(await listed("milderStatus")).toEqual([milder]);
    expect(new Set(await listed("staleStatus"))).toEqual(new Set([stale, better]));
    api.engine.clock.move(5);
    const before = (await api.engine.rows("change-log")).length;
    expect(await repairAll()).toEqual({ events: 0, statuses: 3, slices: 1 });
    const shown = [await shownBy(milder), await shownBy(stale), await shownBy(better)];
    expect(shown).toEqual(["Offline", "Operational", "Degraded"]);
    const log = (await api.engine.rows("change-log")).slice(before);
    expect(new Set(log.map(({ channel }) => channel))).toEqual(new Set(["api"]));
    const changed = log.filter(({ resource }) => resource === "monitor");
    expect(new Set(changed.map(({ recordId }) => recordId))).toEqual(
      new Set([milder, stale, better]),
    );
    expect((await events(milder)).at(-1)?.rootCause).toBe("INC-1: Down (repaired)");
    expect((await events(stale)).at(-1)?.rootCause).toBe("No open incident (repaired)");
    expect(await repairAll()).toEqual({ events: 0, statuses: 0, slices: 1 });
    expect([...(await listed("milderStatus")), ...(await listed("staleStatus"))]).toEqual([]);
  });

  it("that someone set by hand or by an event are neither listed nor changed", async () => {
    const [one, two, three] = [await newMonitor("A"), await newMonitor("B"), await newMonitor("C")];
    await declare([one], "Offline");
    await api.engine.update("monitor", one, {
      currentMonitorStatusId: await status("Operational"),
    });
    await api.engine.update("monitor", two, { currentMonitorStatusId: await status("Offline") });
    api.engine.clock.move(1);
    await create("monitor-status-timeline", {
      monitorId: three,
      monitorStatusId: await status("Degraded"),
      rootCause: "INC-1: Down",
    });
    expect(await listed("milderStatus")).toEqual([]);
    expect(await listed("staleStatus")).toEqual([]);
    expect((await repairAll()).statuses).toBe(0);
    const shown = [await shownBy(one), await shownBy(two), await shownBy(three)];
    expect(shown).toEqual(["Operational", "Offline", "Degraded"]);
  });
});

describe("the history of a monitor", () => {
  it("has its overlaps and its events that end before they start repaired, and its gaps listed", async () => {
    const monitor = await newMonitor("A");
    const degraded = await status("Degraded");
    const add = (minutes: number) =>
      create("monitor-status-timeline", {
        monitorId: monitor,
        monitorStatusId: degraded,
        startsAt: api.engine.clock.iso(minutes),
      });
    const made = [await add(-50), await add(-40), await add(-30), await add(-20)];
    const at = (minutes: number) => api.engine.clock.iso(minutes);
    await force("monitor-status-timeline", made[0]?._id, { endsAt: at(-35) });
    await force("monitor-status-timeline", made[1]?._id, { endsAt: at(-45) });
    await force("monitor-status-timeline", made[2]?._id, { endsAt: at(-25) });
    expect(new Set(await listed("gappedEvents"))).toEqual(
      new Set([made[0]?._id, made[1]?._id, made[2]?._id]),
    );
    expect(new Set(await listed("overlappingEvents"))).toEqual(
      new Set([made[0]?._id, made[1]?._id]),
    );
    expect(await repairAll()).toEqual({ events: 2, statuses: 0, slices: 1 });
    const ends = (await events(monitor)).map(({ endsAt }) => endsAt);
    expect(ends).toEqual([at(-40), at(-30), at(-25), at(0), null]);
    expect(await listed("gappedEvents")).toEqual([made[2]?._id]);
    expect(await listed("overlappingEvents")).toEqual([]);
  });

  it("is repaired in slices, however long it is and however many monitors there are", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 25; n += 1) ids.push(await newMonitor(`M${n}`));
    const timeline = resources.get("monitor-status-timeline");
    const long = ids[3] ?? "";
    const [first] = await events(long);
    if (!timeline || !first) throw new Error("There is no event.");
    await api.engine.store.write(async (writer) => {
      for (let n = 1; n <= 450; n += 1) {
        const startsAt = api.engine.clock.iso(-n);
        await writer.insert(timeline, { ...first, _id: newId(), startsAt, endsAt: null });
      }
    });
    const { events: repaired, slices } = await repairAll();
    expect(repaired).toBe(450);
    expect(slices).toBe(4);
    const all = await events(long);
    expect(all.map(({ endsAt }) => endsAt)).toEqual([
      ...all.slice(1).map(({ startsAt }) => startsAt),
      null,
    ]);
  });
});

describe("a repair", () => {
  it("is for owners of the project alone", async () => {
    const body = { projectId: api.projectId };
    const other = await api.newProject();
    const keys = [
      await api.key(["Project Admin"]),
      await api.key(["Edit Monitor", "Edit Monitor Status Timeline"]),
      await api.key(["Project Owner"], other),
    ];
    for (const key of keys) {
      expectStatus(await api.ask("POST", "/api/integrity/repair", { key, body }), 403);
    }
    const unknown = { projectId: newId() };
    const refused = await api.ask("POST", "/api/integrity/repair", {
      key: api.owner,
      body: unknown,
    });
    expectStatus(refused, 403);
    const everywhere = await api.key(["Project Owner"], null);
    const asked = { key: everywhere, body: unknown };
    expectStatus(await api.ask("POST", "/api/integrity/repair", asked), 404);
  });

  it.each<[JsonObject, string]>([
    [{}, "projectId"],
    [{ projectId: "x" }, "projectId"],
    [{ projectId: newId(), cursor: "x" }, "cursor"],
    [{ projectId: newId(), cursor: 1 }, "cursor"],
    [{ projectId: newId(), cursor: `${newId()}~${newId()}~${newId()}` }, "cursor"],
    [{ projectId: newId(), other: 1 }, "other"],
  ])("of %j is refused with a fault at %s", async (body, field) => {
    const reply = await api.ask("POST", "/api/integrity/repair", { key: api.owner, body });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain(`"field":"${field}"`);
  });

  it("restarts at a monitor whose event was deleted", async () => {
    const monitor = await newMonitor("A");
    const [first] = await events(monitor);
    await create("monitor-status-timeline", {
      monitorId: monitor,
      monitorStatusId: await status("Degraded"),
      startsAt: api.engine.clock.iso(5),
    });
    await force("monitor-status-timeline", first?._id, { endsAt: null });
    expect((await repair(`~${newId()}`)).events).toBe(1);
  });
});
