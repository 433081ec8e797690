import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
let shop: string;
let idle: string;
let offline: string;
let page: string;

const hour = 60;
/** The clock of the engine, at the beginning a midnight in UTC. */
const at = (minutes: number) => api.engine.clock.iso(minutes);

beforeAll(async () => {
  api = await testApi();
  const { engine } = api;
  const status = (name: string) => engine.idOf("monitor-status", name);
  offline = await status("Offline");
  const operational = await status("Operational");
  shop = await monitorNamed("Shop");
  idle = await monitorNamed("Idle");
  const event = (monitorStatusId: string, startsAt: number, endsAt?: number) =>
    engine.create("monitor-status-timeline", {
      ...{ monitorId: shop, monitorStatusId, startsAt: at(startsAt) },
      ...(endsAt !== undefined && { endsAt: at(endsAt) }),
    });
  const [first] = await engine.rows("monitor-status-timeline", {
    ...{ op: "eq", column: "monitorId", value: shop },
  });
  await engine.update("monitor-status-timeline", first?._id, { startsAt: at(-48 * hour) });
  await event(offline, -30 * hour, -29 * hour);
  await event(operational, -29 * hour);
  page = String((await engine.create("status-page", { name: "Public" }))._id);
  for (const [percent, barColor] of [
    [100, "#00aa00"],
    [90, "#aaaa00"],
  ] as const)
    await engine.create("status-page-history-chart-bar-color-rule", {
      ...{ statusPageId: page, uptimePercentGreaterThanOrEqualTo: percent, barColor },
    });
  await engine.create("incident", {
    ...{ title: "Down", monitors: [shop], declaredAt: at(-30 * hour) },
    currentIncidentStateId: await engine.idOf("incident-state", "Identified"),
    incidentSeverityId: await engine.idOf("incident-severity", "Critical Incident"),
  });
  engine.clock.move(6 * hour);
});
afterAll(() => api.close());

async function monitorNamed(name: string): Promise<string> {
  return String((await api.engine.create("monitor", { name, monitorType: "Manual" }))._id);
}

const ask = (query: Record<string, string>, key = api.owner) => {
  const parameters = new URLSearchParams({ projectId: api.projectId, ...query });
  return api.ask("GET", "/api/uptime", { key, query: parameters.toString() });
};

const report = async (query: Record<string, string> = {}) =>
  expectStatus(await ask({ days: "4", ...query }), 200).body;

const monitorOf = (body: JsonObject, id: string) =>
  (body.monitors as JsonObject[]).find(({ _id }) => _id === id) as JsonObject;

describe("the uptime of a project", () => {
  it("tells each day, leaves unknown time out and counts until now", async () => {
    const body = await report();
    expect(body).toMatchObject({
      ...{ timeZone: "UTC", days: ["2029-12-29", "2029-12-30", "2029-12-31", "2030-01-01"] },
      ...{ statusPage: { _id: page, label: "Public" }, hasMoreMonitors: false },
      rules: [
        { atLeast: 100, color: "#00aa00" },
        { atLeast: 90, color: "#aaaa00" },
      ],
    });
    const { days, incidents, ...whole } = monitorOf(body, shop);
    expect(whole).toMatchObject({
      ...{ uptime: "98.14", knownSeconds: 54 * 3_600, downSeconds: 3_600, upSeconds: 53 * 3_600 },
      downtime: [{ day: 1, status: 2, seconds: 3_600 }],
    });
    expect(days).toMatchObject({
      uptime: [null, "95.83", "100", "100"],
      knownSeconds: [0, 86_400, 86_400, 21_600],
      downSeconds: [0, 3_600, 0, 0],
      worstStatus: [null, 2, 0, 0],
    });
    expect(incidents).toMatchObject({ perDay: [0, 1, 0, 0], first: [{ day: 1 }] });
    expect(monitorOf(body, idle)).toMatchObject({ uptime: "100", knownSeconds: 6 * 3_600 });
    expect(body.uptime).toBe("98.33");
  });

  it("cuts days in the zone that is asked for, else in that of the page", async () => {
    const body = await report({ timeZone: "Asia/Kathmandu", days: "3" });
    expect(body.dayStarts).toEqual([
      ...["2029-12-29T18:15:00.000Z", "2029-12-30T18:15:00.000Z"],
      ...["2029-12-31T18:15:00.000Z", "2030-01-01T18:15:00.000Z"],
    ]);
    expect(monitorOf(body, shop).days).toMatchObject({
      knownSeconds: [65_700, 86_400, 42_300],
      downSeconds: [900, 2_700, 0],
    });
  });

  it("counts as downtime what the status page says", async () => {
    const degraded = await api.engine.idOf("monitor-status", "Degraded");
    const strict = await api.engine.create("status-page", {
      ...{ name: "Strict", downtimeMonitorStatuses: [degraded] },
    });
    const body = await report({ statusPage: String(strict._id) });
    expect(monitorOf(body, shop)).toMatchObject({ uptime: "100", downSeconds: 0 });
    expect(body.rules).toEqual([]);
  });

  it("answers for named monitors in their order, without those that are not there", async () => {
    const body = await report({ monitors: [idle, newId(), shop].join() });
    expect((body.monitors as JsonObject[]).map(({ _id }) => _id)).toEqual([idle, shop]);
  });

  it("refuses input with the field and the fix", async () => {
    const cases: [Record<string, string>, string][] = [
      [{ days: "91" }, "days"],
      [{ days: "0" }, "days"],
      [{ monitors: "shop" }, "monitors"],
      [{ monitors: "" }, "monitors"],
      [{ timeZone: "Mars/Base" }, "timeZone"],
      [{ timeZone: "+01:00" }, "timeZone"],
      [{ statusPage: "page" }, "statusPage"],
      [{ projectId: "" }, "projectId"],
    ];
    for (const [query, field] of cases) {
      const { body } = expectStatus(await ask(query), 400);
      expect(JSON.stringify(body)).toContain(`"field":"${field}"`);
    }
    expectStatus(await ask({ statusPage: newId() }), 404);
  });

  it("needs the permission to read each kind, in this project", async () => {
    const kinds = ["Monitor", "Monitor Status", "Monitor Status Timeline"];
    const titles = kinds.map((kind) => `Read ${kind}`);
    const few = await api.key(titles);
    const { body } = expectStatus(await ask({ days: "4" }, few), 200);
    expect(body).toMatchObject({ statusPage: null, rules: [], defaultBarColor: null });
    expect(monitorOf(body, shop)).toMatchObject({ uptime: "98.14", incidents: null });
    for (const title of titles) {
      const fewer = await api.key(titles.filter((one) => one !== title));
      expectStatus(await ask({}, fewer), 403);
    }
    const other = await api.newProject();
    expectStatus(await ask({}, await api.key(["Project Owner"], other)), 403);
  });
});
