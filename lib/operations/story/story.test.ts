import { afterAll, beforeAll, expect, it } from "vitest";
import { storyQuery } from "@/lib/contract/records/story";
import { incident } from "@/lib/resources/incidents/incident";
import type { Row } from "@/lib/schema/row";
import { type TestEngine, testEngine } from "@/tests/engine";
import { storyOf } from "./story";

let engine: TestEngine;
let stateIds: readonly string[];
let severityId: string;
beforeAll(async () => {
  engine = await testEngine();
  stateIds = await Promise.all(
    ["Identified", "Acknowledged", "Resolved"].map((name) => engine.idOf("incident-state", name)),
  );
  severityId = await engine.idOf("incident-severity", "Critical Incident");
});
afterAll(() => engine.store.close());

const began = "2030-01-01T00:00:00.000Z";

async function newIncident(): Promise<string> {
  const made = await engine.create("incident", {
    ...{ title: "Outage", declaredAt: began, currentIncidentStateId: String(stateIds[0]) },
    incidentSeverityId: severityId,
  });
  return String(made._id);
}

/** A generator of whole numbers below a limit (a linear congruential one). */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

/** The rule of the definition, over all events of an incident in order. */
function expectedOf(events: readonly Row[]) {
  const [, acknowledged, resolved] = stateIds;
  const first = events.find(({ incidentStateId }) =>
    [acknowledged, resolved].includes(String(incidentStateId)),
  );
  const isOver = (event: Row | undefined) => event?.incidentStateId === resolved;
  let resolve: Row | undefined;
  for (const [place, event] of events.entries()) {
    if (!isOver(event)) resolve = undefined;
    else if (!isOver(events[place - 1])) resolve = event;
  }
  return {
    acknowledgedAt: first?.startsAt,
    resolvedAt: resolve?.startsAt,
    stateSince: events.at(-1)?.startsAt,
  };
}

it("tells the first acknowledgment and the last resolution of reopened and corrected histories", async () => {
  const random = randomFrom(11);
  for (let round = 0; round < 25; round += 1) {
    const incidentId = await newIncident();
    const own = { op: "eq", column: "incidentId", value: incidentId } as const;
    for (let step = random(7); step > 0; step -= 1) {
      const startsAt = engine.clock.iso(random(30) - 5);
      const incidentStateId = String(stateIds[random(3)]);
      await engine.create("incident-state-timeline", { incidentId, incidentStateId, startsAt });
      const events = await engine.rows("incident-state-timeline", own);
      const removed = events[random(events.length)];
      if (random(4) === 0 && events.length > 1) {
        await engine.remove("incident-state-timeline", removed?._id);
      }
    }
    const inOrder = (await engine.rows("incident-state-timeline", own)).sort((one, other) =>
      String(one.startsAt) < String(other.startsAt) ? -1 : 1,
    );
    const found = await engine.store.reader.milestones(incident, [incidentId]);
    expect(found.get(incidentId)).toMatchObject(expectedOf(inOrder));
  }
});

it("shows a caller of two projects only what they may read in the project of the record", async () => {
  const incidentId = await newIncident();
  await engine.create("incident-internal-note", { incidentId, note: "Secret" });
  const elsewhere = await engine.newProject("Elsewhere");
  const grants = new Map([
    [engine.projectId, new Set(["Read Incident"])],
    [elsewhere, new Set(["Project Owner"])],
  ]);
  const context = engine.context({ ...engine.owner, grants });
  const story = await storyOf(context, incident, incidentId, storyQuery.parse({}));
  expect(story.entries.map(({ kind }) => kind)).toEqual(["began"]);
  expect(story.glance).toMatchObject({ monitors: null, services: null, policies: null });
});
