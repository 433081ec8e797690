import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { uptimeText } from "@/lib/schema/uptime/uptime-percent";
import type { Period } from "@/lib/store/port/periods";
import { closedPeriods } from "./closed-periods";
import { localDays } from "./day-starts";
import { dayTotals, totalOfDay } from "./day-totals";
import { disjointPeriods } from "./disjoint-periods";
import { ranksOf } from "./status-ranks";

const zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu"].concat(
  "Australia/Lord_Howe",
  "America/Havana",
  "Africa/Cairo",
);
const statuses = ["up", "slow", "down", "unranked"];
const priorities = new Map([
  ["up", 1],
  ["slow", 2],
  ["down", 2],
]);
const records = ["up", "slow", "down"].map((_id) => ({ _id }));
const ranks = ranksOf(statuses, { records, priorities, down: new Set(["down"]) });

/** The status at one instant, by looking at every event. */
function statusAt(events: readonly Period[], atMs: number): string | undefined {
  let [found, best] = [undefined as string | undefined, Number.NEGATIVE_INFINITY];
  events.forEach(({ startMs, endMs, value }, place) => {
    const end = endMs ?? events[place + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const priority = priorities.get(value) ?? Number.NEGATIVE_INFINITY;
    if (startMs <= atMs && atMs < end && priority >= best) [found, best] = [value, priority];
  });
  return found;
}

/** Events around a change of the clock, in minutes and seconds. */
const second = 1_000;
const length = 3 * 86_400;
const event = fc.record({
  startMs: fc.integer({ min: -3_600, max: length }),
  lasts: fc.option(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: length })), { nil: null }),
  value: fc.constantFrom(...statuses),
});

describe("uptime", () => {
  it("equals a count of every second, in every zone", () => {
    const timeline = fc.array(event, { maxLength: 12 });
    const changes = ["2026-03-08", "2026-03-29", "2026-04-05", "2026-04-24", "2026-11-01"];
    fc.assert(
      fc.property(
        timeline,
        fc.constantFrom(...zones),
        fc.constantFrom(...changes),
        fc.integer({ min: 0, max: 86_399 }),
        (raw, zone, date, time) => {
          const now = Date.parse(`${date}T00:00:00Z`) + time * second;
          const origin = now - 2 * 86_400 * second;
          const events = raw
            .map(({ startMs, lasts, value }): Period => {
              const start = origin + startMs * second;
              return { startMs: start, endMs: lasts && start + lasts * second, value };
            })
            .map((one, place) => (raw[place]?.lasts === 0 ? { ...one, endMs: one.startMs } : one))
            .sort((one, other) => one.startMs - other.startMs);
          const { names, startsMs } = localDays(zone, new Date(now), 3);
          const periods = {
            startMs: Float64Array.from(events, (one) => one.startMs),
            endMs: Float64Array.from(events, ({ endMs }) => endMs ?? Number.POSITIVE_INFINITY),
            places: Uint32Array.from(events, ({ value }) => statuses.indexOf(value)),
          };
          const disjoint = disjointPeriods(closedPeriods(periods), ranks.priorities);
          const days = dayTotals(disjoint, startsMs, now, ranks);
          const dayName = dayNamesIn(zone);
          const counted = new Map(names.map((name) => [name, { knownMs: 0, downMs: 0 }]));
          for (let at = startsMs[0] ?? 0; at < now; at += second) {
            const status = statusAt(events, at);
            if (status === undefined) continue;
            const total = counted.get(dayName(at));
            if (total === undefined) throw new Error("An instant lies outside of its days.");
            total.knownMs += second;
            if (status === "down") total.downMs += second;
          }
          expect(names.map((_, day) => totalOfDay(days, day))).toEqual([...counted.values()]);
        },
      ),
      { numRuns: 10 },
    );
  });
});

/** All zones differ from UTC by a multiple of 15 minutes, so that 15 minutes lie in one day. */
function dayNamesIn(timeZone: string): (atMs: number) => string {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  let [quarter, name] = [Number.NaN, ""];
  return (atMs) => {
    const current = Math.floor(atMs / 900_000);
    if (current !== quarter) name = clock.format(current * 900_000);
    quarter = current;
    return name;
  };
}

it("never shows 100 with downtime, and rounds down", () => {
  expect(uptimeText({ knownMs: 0, downMs: 0 })).toBeNull();
  expect(uptimeText({ knownMs: 10, downMs: 0 })).toBe("100");
  expect(uptimeText({ knownMs: 10, downMs: 10 })).toBe("0.00");
  expect(uptimeText({ knownMs: 90 * 86_400_000, downMs: 1 })).toBe("99.99");
  expect(uptimeText({ knownMs: 1_440, downMs: 20 })).toBe("98.61");
});
