import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barRules } from "@/lib/operations/uptime/bar-colors";
import { totalOfDay } from "@/lib/operations/uptime/day-totals";
import { describeUptime } from "@/lib/operations/uptime/describe-uptime";
import { uptimeOf } from "@/lib/operations/uptime/uptime";
import { statusPage } from "@/lib/resources/status-pages/status-page";
import type { JsonObject } from "@/lib/schema/json";
import { uptimeBars } from "@/lib/schema/uptime/uptime-bars";
import { uptimeText } from "@/lib/schema/uptime/uptime-percent";
import { testEngine } from "@/tests/engine";
import { uptimePercent } from "./page-uptime";
import { pageColumns } from "./published-page";
import { readPublicPage } from "./read-page";

let engine: Awaited<ReturnType<typeof testEngine>>;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine.store.close());

/** Creates a page with a monitor that was up, was down for days, and is up again. */
async function pageAfterOutage(settings: JsonObject, rules: readonly JsonObject[]) {
  const { create, idOf, projectId } = engine;
  const page = await create("status-page", { name: "Page", ...settings });
  const statusPageId = String(page._id);
  for (const [place, rule] of rules.entries()) {
    const kind = "status-page-history-chart-bar-color-rule";
    await create(kind, { statusPageId, order: place + 1, ...rule });
  }
  const { _id } = await create("monitor", { name: "Shop", monitorType: "Manual" });
  const monitorId = String(_id);
  for (const [name, startsAt] of [
    ["Operational", "2029-12-01T00:00:00.000Z"],
    ["Offline", "2029-12-20T12:00:00.000Z"],
    ["Operational", "2029-12-23T00:05:00.000Z"],
  ] as const) {
    const monitorStatusId = await idOf("monitor-status", name, projectId);
    await create("monitor-status-timeline", { monitorId, monitorStatusId, startsAt });
  }
  await create("status-page-resource", { statusPageId, monitorId, displayName: "Shop" });
  return { pageId: statusPageId, monitorId };
}

const rule = (atLeast: number, barColor: string) => ({
  ...{ uptimePercentGreaterThanOrEqualTo: atLeast, barColor },
});

const cases: readonly [string, JsonObject, readonly JsonObject[]][] = [
  ["no settings", {}, []],
  ["a default color alone", { defaultBarColor: "#112233" }, []],
  ["rules alone", {}, [rule(99.9, "#00aa00"), rule(90, "#aaaa00")]],
  [
    "a rule that is never used",
    { defaultBarColor: "#112233" },
    [rule(0, "#00aa00"), rule(50, "#aa0000")],
  ],
  ["thirty rules", {}, Array.from({ length: 30 }, (_, n) => rule(100 - n * 3, `#0000${n + 10}`))],
];

test.each(cases)("visitors see the bars of the console with %s", async (_, settings, rules) => {
  const { reader } = engine.store;
  const { projectId } = engine;
  const now = engine.clock.now();
  const { pageId, monitorId } = await pageAfterOutage(settings, rules);
  const filter = { op: "eq", column: "_id", value: pageId } as const;
  const [row = {}] = await reader.find(statusPage, {
    ...{ projects: [projectId], filter, columns: pageColumns },
  });
  const { groups, barColors } = await readPublicPage(reader, row, now);
  const days = groups[0]?.monitors[0]?.days ?? [];

  const asked = { projectId, monitorIds: [monitorId], days: 90, timeZone: "UTC", now };
  const { days: names, monitors } = await uptimeOf(reader, asked);
  const ofConsole = names.map((day, place) => ({
    ...{ day, downtime: [], incidents: [], incidentCount: 0, knownMs: 0, downMs: 0 },
    ...(monitors[0] && totalOfDay(monitors[0].days, place)),
  }));
  const bars = uptimeBars(ofConsole, {
    rules: await barRules(reader, projectId, pageId),
    defaultBarColor: String(settings["defaultBarColor"] ?? "") || null,
  });
  expect(new Set(bars.map(({ color }) => color)).size).toBeGreaterThan(1);
  const shown = days.map(({ color }) => (color === 0 ? null : barColors[color]));
  expect(shown).toEqual(bars.map(({ color }) => color));
});

test("a page without a time zone has that of its project, as the console has", async () => {
  const { store, create, update, context } = engine;
  const projectId = await engine.newProject("Far east");
  await update("project", projectId, { timeZone: "Asia/Tokyo" }, engine.operator);
  const { _id } = await create("status-page", { projectId, name: "Page" }, engine.operator);
  const zones = async () => {
    const filter = { op: "eq", column: "_id", value: String(_id) } as const;
    const ask = { projects: [projectId], filter, columns: pageColumns };
    const [row = {}] = await store.reader.find(statusPage, ask);
    const page = await readPublicPage(store.reader, row, engine.clock.now());
    const asked = { projectId, statusPage: String(_id), days: "90" } as const;
    const { text } = await describeUptime(context(engine.operator), asked);
    return [page.timeZone, JSON.parse(text).timeZone];
  };
  expect(await zones()).toEqual(["UTC", "UTC"]);
  await update("status-page", _id, { timeZone: null }, engine.operator);
  expect(await zones()).toEqual(["Asia/Tokyo", "Asia/Tokyo"]);
});

test("uptime is rounded down to the decimals of a setting, exactly, however many these are", () => {
  const total = { knownMs: 100_000, downMs: 43_000 };
  const shown = (precision: string, of = total) => uptimePercent(of, precision);
  expect(shown("99% (No Decimal)")).toBe("57");
  expect(shown("99.9% (One Decimal)")).toBe("57.0");
  expect(shown("99.999% (Three Decimal)", { knownMs: 3_000, downMs: 1_000 })).toBe("66.666");
  expect(shown("99.9%", { knownMs: 86_400_000, downMs: 1 })).toBe("99.9");
  expect(shown("99.9%", { knownMs: 1_000, downMs: 1_000 })).toBe("0.0");
  expect(shown(`99.${"9".repeat(120)}%`)).toMatch(/^57\.0+$/);
});

test("a page shows the percentage of the console, near to a boundary and for many monitors too", () => {
  const known = fc.integer({ min: 1, max: 90 * 86_400_000 * 500 });
  const units = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(known, units, fc.integer({ min: -1, max: 1 }), (knownMs, boundary, offset) => {
      const upMs = Math.floor((knownMs / 10_000) * boundary) + offset;
      const total = { knownMs, downMs: Math.min(knownMs, Math.max(0, knownMs - upMs)) };
      const onPage = uptimePercent(total, "99.99% (Two Decimal)");
      expect(onPage).toBe(uptimeText(total));
      expect(onPage).toBe(uptimePercent(total));
      if (total.downMs > 0) expect(Number(onPage)).toBeLessThan(100);
    }),
    { numRuns: 2_000 },
  );
});
