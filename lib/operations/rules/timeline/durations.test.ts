import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "@/lib/schema/row";
import { type TestEngine, testEngine } from "@/tests/engine";

let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine.store.close());

/** A generator of whole numbers below a limit (a linear congruential one). */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

interface Kind {
  readonly path: string;
  readonly began: string;
  readonly current: string;
  readonly owner: string;
  readonly state: string;
  readonly severity: string;
}

const kinds: readonly Kind[] = [
  {
    ...{ path: "incident", began: "declaredAt", current: "currentIncidentStateId" },
    ...{ owner: "incidentId", state: "incidentStateId", severity: "incidentSeverityId" },
  },
  {
    ...{ path: "alert", began: "createdAt", current: "currentAlertStateId" },
    ...{ owner: "alertId", state: "alertStateId", severity: "alertSeverityId" },
  },
];

/** The durations by their definition, over all events of a record. */
function expectedOf({ owner, state, began }: Kind, record: Row, all: readonly Row[], flags: Flags) {
  const events = all
    .filter((event) => event[owner] === record._id && event.startsAt !== null)
    .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  const isOver = (event: Row | undefined) => flags.get(String(event?.[state]))?.resolved === true;
  const isTaken = (event: Row) =>
    isOver(event) || flags.get(String(event[state]))?.acknowledged === true;
  let resolve: Row | undefined;
  for (const event of events) {
    if (!isOver(event)) resolve = undefined;
    else resolve ??= event;
  }
  const after = (event: Row | undefined) =>
    event === undefined
      ? null
      : Math.max(0, Date.parse(String(event.startsAt)) - Date.parse(String(record[began]))) / 1000;
  return {
    acknowledgedAfterSeconds: after(events.find(isTaken)),
    resolvedAfterSeconds: after(resolve),
  };
}

type Flags = ReadonlyMap<string, { readonly acknowledged: boolean; readonly resolved: boolean }>;

function orderOf({ startsAt, createdAt, _id }: Row): string {
  return `${startsAt} ${createdAt} ${_id}`;
}

async function flagsOf(path: string): Promise<Flags> {
  const states = await engine.rows(path);
  return new Map(
    states.map((row) => [
      String(row._id),
      { acknowledged: row.isAcknowledgedState === true, resolved: row.isResolvedState === true },
    ]),
  );
}

describe.each(kinds)("the durations of $path", (kind) => {
  const { path, owner, state, current, severity, began } = kind;
  const events = `${path}-state-timeline`;

  async function expectAll() {
    const flags = await flagsOf(`${path}-state`);
    const told = await engine.rows(events);
    for (const record of await engine.rows(path)) {
      const { acknowledgedAfterSeconds, resolvedAfterSeconds } = record;
      expect({ acknowledgedAfterSeconds, resolvedAfterSeconds }).toEqual(
        expectedOf(kind, record, told, flags),
      );
    }
  }

  it("equal their definition after steps, corrections, deletions and changes of states", async () => {
    const random = randomFrom(7);
    const states = (await engine.rows(`${path}-state`)).map(({ _id }) => String(_id));
    const [severityRow] = await engine.rows(`${path}-severity`);
    const any = <T>(items: readonly T[]) => items[random(items.length)];
    const time = () => engine.clock.iso(random(400) - 200);
    const actions: readonly (() => Promise<unknown>)[] = [
      () =>
        engine.create(path, {
          ...{ title: "Outage", [current]: String(any(states)) },
          ...{
            [severity]: String(severityRow?._id),
            ...(began === "declaredAt" && { [began]: time() }),
          },
        }),
      async () => {
        const record = any(await engine.rows(path));
        const data = {
          [owner]: String(record?._id),
          [state]: String(any(states)),
          startsAt: time(),
        };
        if (record) await engine.create(events, data);
      },
      async () => {
        const record = any(await engine.rows(path));
        if (record) await engine.update(path, record._id, { [current]: String(any(states)) });
      },
      async () => {
        const event = any(await engine.rows(events));
        if (event) await engine.update(events, event._id, { startsAt: time() });
      },
      async () => {
        const event = any(await engine.rows(events));
        if (event) await engine.update(events, event._id, { [state]: String(any(states)) });
      },
      async () => {
        const event = any(await engine.rows(events));
        if (event && random(2) === 0) await engine.remove(events, event._id);
      },
      async () => {
        const record = any(await engine.rows(path));
        if (record && began === "declaredAt")
          await engine.update(path, record._id, { [began]: time() });
        if (record && random(8) === 0) await engine.remove(path, record._id);
      },
      async () => {
        if (random(3) > 0) return;
        const flag = random(2) === 0 ? "isAcknowledgedState" : "isResolvedState";
        await engine.update(`${path}-state`, any(states), { [flag]: random(2) === 0 });
      },
    ];
    for (let round = 0; round < 120; round += 1) {
      await any(actions)?.();
      if (round % 6 === 0) await expectAll();
    }
    await expectAll();
  });

  it("change neither the version of the record nor its change log", async () => {
    const [first, , resolved] = (await engine.rows(`${path}-state`)).sort(
      (one, other) => Number(one.order) - Number(other.order),
    );
    await engine.update(`${path}-state`, resolved?._id, { isResolvedState: true });
    const [severityRow] = await engine.rows(`${path}-severity`);
    const made = await engine.create(path, {
      ...{ title: "Outage", [current]: String(first?._id) },
      ...{
        [severity]: String(severityRow?._id),
        ...(began === "declaredAt" && { [began]: engine.clock.iso(0) }),
      },
    });
    const past = { [owner]: String(made._id), [state]: String(resolved?._id) };
    const before = await engine.get(path, String(made._id));
    await engine.create(events, { ...past, startsAt: engine.clock.iso(-90) });
    const after = await engine.get(path, String(made._id));
    expect(after.acknowledgedAfterSeconds).toBe(0);
    expect({ ...after, acknowledgedAfterSeconds: null }).toEqual(before);
    const log = await engine.rows("change-log", {
      op: "eq",
      column: "recordId",
      value: String(made._id),
    });
    expect(JSON.stringify(log)).not.toContain("AfterSeconds");
  });
});

it("the durations of an episode follow from the events of its states", async () => {
  const stateOf = (name: string) => engine.idOf("incident-state", name);
  for (const name of ["Identified", "Acknowledged", "Resolved"]) {
    const flags = {
      isAcknowledgedState: name === "Acknowledged",
      isResolvedState: name === "Resolved",
    };
    await engine.update("incident-state", await stateOf(name), flags);
  }
  const made = await engine.create("incident-episode", {
    ...{ title: "Episode", currentIncidentStateId: await stateOf("Identified") },
    declaredAt: engine.clock.iso(0),
  });
  const step = async (name: string) => {
    engine.clock.move(10);
    const data = { currentIncidentStateId: await stateOf(name) };
    await engine.update("incident-episode", made._id, data);
    const row = await engine.get("incident-episode", String(made._id));
    return [row.acknowledgedAfterSeconds, row.resolvedAfterSeconds];
  };
  expect(await step("Acknowledged")).toEqual([600, null]);
  expect(await step("Resolved")).toEqual([600, 1200]);
  expect(await step("Identified")).toEqual([600, null]);
});
