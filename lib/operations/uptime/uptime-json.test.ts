import fc from "fast-check";
import { expect, it } from "vitest";
import type { Uptime } from "@/lib/contract/summary";
import { uptimeText } from "@/lib/schema/uptime/uptime-percent";
import type { DatedIncident } from "./incidents-by-day";
import type { MonitorUptime } from "./uptime";
import { uptimeJson } from "./uptime-json";

const days = 3;
const dayMs = 86_400_000;
const day = fc.record({
  knownMs: fc.nat(dayMs),
  downMs: fc.nat(dayMs),
  worst: fc.integer({ min: -1, max: 2 }),
});
const downtime = fc.record({ day: fc.nat(days - 1), status: fc.nat(2), lastedMs: fc.nat(dayMs) });
const incident = fc.record({
  day: fc.nat(days - 1),
  _id: fc.uuid(),
  number: fc.string({ unit: "binary" }),
});
const monitor = fc.record({
  _id: fc.uuid(),
  ofDays: fc.array(day, { minLength: days, maxLength: days }),
  down: fc.array(downtime, { maxLength: 5 }),
  incidents: fc.array(incident, { maxLength: 8 }),
});
type Made = typeof monitor extends fc.Arbitrary<infer T> ? T : never;

const frame = {
  ...{ projectId: "p", at: "now", timeZone: "UTC", statusPage: null, rules: [] },
  ...{ defaultBarColor: null, statuses: [], days: ["1", "2", "3"], dayStarts: [] },
  ...{ hasMoreMonitors: false, hasAllIncidents: true },
};

function computed({ _id, ofDays, down }: Made): MonitorUptime {
  const knownMs = ofDays.map((one) => one.knownMs);
  const downMs = ofDays.map((one) => Math.min(one.downMs, one.knownMs));
  return {
    ...{ monitorId: _id, knownMs: sum(knownMs), downMs: sum(downMs) },
    days: {
      ...{ knownMs, downMs, worstStatuses: ofDays.map(({ worst }) => worst) },
      downtime: {
        days: down.map((one) => one.day),
        statuses: down.map(({ status }) => status),
        lastedMs: down.map(({ lastedMs }) => lastedMs),
      },
    },
  };
}

function sum(times: readonly number[]): number {
  return times.reduce((total, ms) => total + ms, 0);
}

/** The reply as an object, computed without regard to speed. */
function expected(made: readonly Made[], withIncidents: boolean): Uptime {
  const monitors = made.map((one) => {
    const { monitorId, knownMs, downMs, days: of } = computed(one);
    const upMs = of.knownMs.map((known, place) => known - (of.downMs[place] ?? 0));
    const perDay = of.knownMs.map((_, at) => one.incidents.filter((some) => some.day === at));
    const inSeconds = (times: readonly number[]) => times.map((ms) => ms / 1_000);
    return {
      ...{ _id: monitorId, uptime: uptimeText({ knownMs, downMs }) },
      ...{ knownSeconds: knownMs / 1_000, downSeconds: downMs / 1_000 },
      upSeconds: (knownMs - downMs) / 1_000,
      days: {
        uptime: of.knownMs.map((known, place) =>
          uptimeText({ knownMs: known, downMs: of.downMs[place] ?? 0 }),
        ),
        knownSeconds: inSeconds(of.knownMs),
        ...{ upSeconds: inSeconds(upMs), downSeconds: inSeconds(of.downMs) },
        worstStatus: of.worstStatuses.map((place) => (place < 0 ? null : place)),
      },
      downtime: one.down.map((some) => ({
        ...{ day: some.day, status: some.status, seconds: some.lastedMs / 1_000 },
      })),
      incidents: withIncidents
        ? {
            perDay: perDay.map(({ length }) => length),
            first: one.incidents.filter((some) => {
              return (perDay[some.day] ?? []).slice(0, 3).includes(some);
            }),
          }
        : null,
    };
  });
  const all = made.map(computed);
  const knownMs = sum(all.map((one) => one.knownMs));
  const downMs = sum(all.map((one) => one.downMs));
  return { ...frame, uptime: uptimeText({ knownMs, downMs }), monitors };
}

async function* oneByOne(monitors: readonly MonitorUptime[]) {
  for (const one of monitors) yield [one];
}

it("is JSON of the reply, as JSON.stringify writes it", async () => {
  const some = fc.array(monitor, { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(some, fc.boolean(), async (made, withIncidents) => {
      const incidents = new Map<string, readonly DatedIncident[]>(
        made.map((one) => [one._id, one.incidents]),
      );
      const monitors = made.map(computed);
      const shown = withIncidents ? incidents : undefined;
      const { text } = await uptimeJson(frame, oneByOne(monitors), shown);
      expect(JSON.parse(text)).toEqual(expected(made, withIncidents));
      expect(text).toBe(JSON.stringify(JSON.parse(text)));
    }),
    { numRuns: 200 },
  );
});
