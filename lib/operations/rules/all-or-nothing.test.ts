import { afterEach, describe, expect, it } from "vitest";
import { rotateKey } from "@/lib/operations/api-keys/rotate-key";
import { loadSample } from "@/lib/operations/deployment/load-sample";
import { sampleProject } from "@/lib/resources/sample/sample-project";
import type { JsonObject } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { dump } from "@/tests/dump";
import { type TestEngine, testEngine } from "@/tests/engine";

/** Counts the write statements, and fails the statement number `at`. */
const fuse = { at: Number.POSITIVE_INFINITY, seen: 0 };

class Injected extends Error {}

function onStatement(): void {
  fuse.seen += 1;
  if (fuse.seen === fuse.at) throw new Injected();
}

let engine: TestEngine;
afterEach(() => engine.store.close());

type Act = () => Promise<unknown>;

/** Creates the initial records and returns the write under test. */
type Scenario = (engine: TestEngine) => Promise<Act>;

const incidentOf = async (on: TestEngine, data: JsonObject = {}) => ({
  title: "Down",
  declaredAt: on.clock.iso(),
  currentIncidentStateId: await on.idOf("incident-state", "Identified"),
  incidentSeverityId: await on.idOf("incident-severity", "Major Incident"),
  changeMonitorStatusToId: await on.idOf("monitor-status", "Offline"),
  monitors: [],
  ...data,
});

const monitorOf = (on: TestEngine, name: string) =>
  on.create("monitor", { name, monitorType: "Manual" });

async function openIncident(on: TestEngine) {
  const [one, two] = [await monitorOf(on, "One"), await monitorOf(on, "Two")];
  const monitors = [String(one._id), String(two._id)];
  const incident = await on.create("incident", await incidentOf(on, { monitors }));
  on.clock.move(5);
  return { incident, monitors };
}

const alertOf = async (on: TestEngine) => ({
  title: "Slow",
  currentAlertStateId: await on.idOf("alert-state", "Identified"),
  alertSeverityId: await on.idOf("alert-severity", "High"),
});

async function threeEvents(on: TestEngine) {
  const { _id: monitorId } = await monitorOf(on, "One");
  const status = await on.idOf("monitor-status", "Offline");
  const event = (minutes: number) => ({
    monitorId: monitorId ?? null,
    monitorStatusId: status,
    startsAt: on.clock.iso(minutes),
  });
  const made: Row[] = [];
  for (const minutes of [10, 20, 30]) {
    made.push(await on.create("monitor-status-timeline", event(minutes)));
  }
  return { made, event };
}

const scenarios: readonly (readonly [string, Scenario])[] = [
  [
    "an incident with monitors is declared",
    async (on) => {
      const monitors = [
        String((await monitorOf(on, "One"))._id),
        "0f0f0f0f-0000-4000-8000-000000000000",
      ];
      const data = await incidentOf(on, { monitors });
      return () => on.create("incident", data);
    },
  ],
  [
    "an incident is resolved",
    async (on) => {
      const { incident } = await openIncident(on);
      const resolved = await on.idOf("incident-state", "Resolved");
      return () => on.update("incident", incident._id, { currentIncidentStateId: resolved });
    },
  ],
  [
    "an incident is resolved by an event",
    async (on) => {
      const { incident } = await openIncident(on);
      const incidentStateId = await on.idOf("incident-state", "Resolved");
      const data = { incidentId: incident._id ?? null, incidentStateId };
      return () => on.create("incident-state-timeline", data);
    },
  ],
  [
    "an incident gets other monitors",
    async (on) => {
      const { incident, monitors } = await openIncident(on);
      const three = await monitorOf(on, "Three");
      const others = [monitors[0] ?? "", String(three._id)];
      return () => on.update("incident", incident._id, { monitors: others });
    },
  ],
  [
    "an incident is deleted",
    async (on) => {
      const { incident } = await openIncident(on);
      return () => on.remove("incident", incident._id);
    },
  ],
  [
    "an alert is raised",
    async (on) => {
      const data = await alertOf(on);
      return () => on.create("alert", data);
    },
  ],
  [
    "an alert is acknowledged",
    async (on) => {
      const alert = await on.create("alert", await alertOf(on));
      const state = await on.idOf("alert-state", "Acknowledged");
      return () => on.update("alert", alert._id, { currentAlertStateId: state });
    },
  ],
  ["a monitor is made", async (on) => () => monitorOf(on, "One")],
  [
    "an event is put between others",
    async (on) => {
      const { event } = await threeEvents(on);
      return () => on.create("monitor-status-timeline", event(25));
    },
  ],
  [
    "an event moves",
    async (on) => {
      const { made } = await threeEvents(on);
      const data = { startsAt: on.clock.iso(40) };
      return () => on.update("monitor-status-timeline", made[0]?._id, data);
    },
  ],
  [
    "an event is deleted",
    async (on) => {
      const { made } = await threeEvents(on);
      return () => on.remove("monitor-status-timeline", made[2]?._id);
    },
  ],
  [
    "an agent becomes the default",
    async (on) => {
      await on.create("ai-agent", { name: "One", isDefault: true });
      return () => on.create("ai-agent", { name: "Two", isDefault: true });
    },
  ],
  ["a project is made", async (on) => () => on.create("project", { name: "Another" }, on.operator)],
  [
    "a key is made",
    async (on) => () => on.create("api-key", { name: "Key", permissions: ["Read Incident"] }),
  ],
  [
    "a key is rotated",
    async (on) => {
      const key = await on.create("api-key", { name: "Key", permissions: ["Read Incident"] });
      const data = { overlapMinutes: 5 };
      return () => rotateKey(on.context(on.owner), String(key._id), data);
    },
  ],
  [
    "a key is revoked",
    async (on) => {
      const key = await on.create("api-key", { name: "Key", permissions: ["Read Incident"] });
      return () => on.remove("api-key", key._id);
    },
  ],
];

describe("a failure at any statement leaves nothing behind when", () => {
  it.each(scenarios)("%s", async (_, scenario) => {
    engine = await testEngine({ onStatement });
    const act = await scenario(engine);
    const before = await dump(engine.store);
    const statements = await failEach(act, async () => {
      expect(await dump(engine.store)).toEqual(before);
    });
    expect(statements).toBeGreaterThan(3);
    expect(await dump(engine.store)).not.toEqual(before);
  });

  it("a sample project is loaded", async () => {
    engine = await testEngine({ onStatement });
    const before = await dump(engine.store);
    const rows = sampleProject(engine.clock.now());
    fuse.seen = 0;
    fuse.at = 3000;
    await expect(loadSample(engine.store, rows, engine.clock.now())).rejects.toThrow(Injected);
    fuse.at = Number.POSITIVE_INFINITY;
    expect(await dump(engine.store)).toEqual(before);
  });
});

/**
 * Fails the first statement, then the second and so on, until the write succeeds. Returns the
 * number of its statements.
 */
async function failEach(act: Act, check: () => Promise<void>): Promise<number> {
  for (let at = 1; ; at += 1) {
    fuse.seen = 0;
    fuse.at = at;
    const failed = await act().then(
      () => false,
      (error: unknown) => {
        expect(error).toBeInstanceOf(Injected);
        return true;
      },
    );
    fuse.at = Number.POSITIVE_INFINITY;
    if (!failed) return at - 1;
    await check();
  }
}
