import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import type { JsonObject } from "@/lib/schema/json";
import { type TestEngine, testEngine } from "@/tests/engine";

const path = monitorStatusTimeline.path;
let engine: TestEngine;
let monitors: string[];
let statuses: string[];

beforeEach(async () => {
  engine = await testEngine();
  const made = await Promise.all(
    ["A", "B"].map((name) => engine.create("monitor", { name, monitorType: "Manual" })),
  );
  monitors = made.map(({ _id }) => String(_id));
  statuses = (await engine.rows("monitor-status")).map(({ _id }) => String(_id));
});
afterEach(() => engine.store.close());

/** The packed events of all monitors from an instant on. */
const packed = async (fromMs = 0) => {
  const ask = { projectId: engine.projectId, ownerIds: monitors, fromMs };
  const found = await engine.store.reader.periods(monitorStatusTimeline, ask);
  return monitors.map((id) => {
    const { startMs = [], endMs = [], places = [] } = found.byOwner.get(id) ?? {};
    return [...places].map((value, place) => ({
      ...{ startMs: startMs[place], value: found.values[value] },
      endMs: endMs[place] === Number.POSITIVE_INFINITY ? null : endMs[place],
    }));
  });
};

/** The same from the records. */
async function stored() {
  const rows = await engine.rows(path);
  return monitors.map((id) =>
    rows
      .filter(({ monitorId }) => monitorId === id)
      .map(({ _id, startsAt, createdAt, endsAt, monitorStatusId }) => {
        const startMs = Date.parse(String(startsAt ?? createdAt));
        return {
          key: `${startsAt ?? createdAt} ${_id}`,
          startMs,
          // An event without a start begins with its creation, which may be after its end.
          endMs: endsAt === null ? null : Math.max(startMs, Date.parse(String(endsAt))),
          value: String(monitorStatusId),
        };
      })
      .sort((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ key: _, ...period }) => period),
  );
}

const hours = (count: number) => engine.clock.iso(60 * count);

it("packed events equal the records after any writes", async () => {
  const place = fc.integer({ min: 0, max: 9 });
  const hour = fc.integer({ min: -72, max: 72 });
  const step = fc.oneof(
    fc.record({ add: hour, lasts: fc.option(fc.integer({ min: 0, max: 80 })), place }),
    fc.record({ move: fc.option(hour), place }),
    fc.record({ end: fc.option(fc.integer({ min: 0, max: 80 })), place }),
    fc.record({ remove: place }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const one of steps) await take(one);
      expect(await packed()).toEqual(await stored());
    }),
    { numRuns: 8 },
  );
});

type Step = Readonly<Record<string, number | null>>;

async function take(step: Step): Promise<void> {
  const { add, lasts = null, move, end, remove, place = 0 } = step;
  if (typeof add === "number") {
    const endsAt: JsonObject = lasts === null ? {} : { endsAt: hours(add + lasts) };
    await engine.create(path, {
      ...{ startsAt: hours(add), monitorId: monitors[(place ?? 0) % 2] ?? "" },
      ...{ monitorStatusId: statuses[(place ?? 0) % statuses.length] ?? "", ...endsAt },
    });
    return;
  }
  const rows = await engine.rows(path);
  const row = rows[(remove ?? place ?? 0) % Math.max(1, rows.length)];
  if (!row) return;
  if (remove !== undefined) return engine.remove(path, row._id);
  if (move !== undefined) {
    return engine.update(path, row._id, { startsAt: move === null ? null : hours(move) });
  }
  const start = Date.parse(String(row.startsAt ?? row.createdAt));
  const endsAt =
    end === null || end === undefined ? null : new Date(start + end * 3_600_000).toISOString();
  await engine.update(path, row._id, { endsAt });
}

it("a read begins with the first event that reaches beyond its start", async () => {
  const [monitorId = "", monitorStatusId = ""] = [monitors[0], statuses[0]];
  const add = (startsAt: string, endsAt: string) =>
    engine.create(path, { monitorId, monitorStatusId, startsAt, endsAt });
  await add(hours(-240), hours(-239));
  const long = await add(hours(-120), hours(-119));
  await add(hours(-72), hours(-71));
  await engine.update(path, long._id, { endsAt: hours(-12) });
  const [found = []] = await packed(Date.parse(hours(-24)));
  expect(found.map(({ startMs }) => new Date(startMs ?? 0).toISOString())).toEqual([
    ...[hours(-120), hours(-72), hours(0)],
  ]);
});

it("a week with too many events between two packed weeks is read from the records", async () => {
  const [monitorId = "", monitorStatusId = ""] = [monitors[0], statuses[0]];
  const [before, crowded] = [hours(-24 * 16), hours(-24 * 8)];
  const start = Date.parse(crowded);
  await engine.create(path, { monitorId, monitorStatusId, startsAt: before, endsAt: before });
  const first = await engine.create(path, {
    ...{ monitorId, monitorStatusId, startsAt: crowded, endsAt: crowded },
  });
  const row = await engine.get(path, first._id);
  await engine.store.write(async (writer) => {
    for (let place = 1; place <= 2_001; place += 1) {
      const at = new Date(start + place * 1_000).toISOString();
      const _id = `0190a000-0000-7000-9000-${String(place).padStart(12, "0")}`;
      await writer.insert(monitorStatusTimeline, { ...row, _id, startsAt: at, endsAt: at });
    }
  });
  expect(await packed()).toEqual(await stored());
});

it("events of any year are packed, in the order of their weeks", async () => {
  const [monitorId = "", monitorStatusId = ""] = [monitors[0], statuses[0]];
  const week = 7 * 86_400_000;
  const times = [-10, -9, -1, 0, 9, 10].map((weeks) => new Date(weeks * week).toISOString());
  for (const at of [...times, "0001-01-01T00:00:00.000Z", "9999-12-31T23:00:00.000Z"])
    await engine.create(path, { monitorId, monitorStatusId, startsAt: at, endsAt: at });
  expect((await stored())[0]).toHaveLength(9);
  expect(await packed(-1e15)).toEqual(await stored());
});

it("the deletion of a monitor removes its packed events", async () => {
  await engine.remove("monitor", monitors[0]);
  expect((await packed())[0]).toEqual([]);
});

it("events of another project that name the same monitor are packed apart", async () => {
  const [monitorId = "", monitorStatusId = ""] = [monitors[0], statuses[0]];
  const row = await engine.create(path, { monitorId, monitorStatusId, startsAt: hours(0) });
  const whole = await engine.get(path, row._id);
  const before = await packed();
  const projectId = await engine.newProject("Elsewhere");
  const _id = "0190a000-0000-7000-9000-000000000001";
  await engine.store.write((writer) =>
    writer.insert(monitorStatusTimeline, { ...whole, _id, projectId }),
  );
  expect(await packed()).toEqual(before);
});
