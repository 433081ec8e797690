import { expect, test } from "vitest";
import type { StoryActor, StoryEntry } from "@/lib/contract/records/story";
import { incident } from "@/lib/resources/incidents/incident";
import { actorName, sentenceOf } from "./sentence";

const priya: StoryActor = { type: "user", id: "priya", name: "Priya Raman" };

function read(entry: Partial<StoryEntry>): string {
  const whole: StoryEntry = {
    ...{ id: "1", at: "2026-01-01T00:00:00.000Z", kind: "person", verb: "added", actor: null },
    ...{ subject: { resource: "incident-owner-user", _id: "1" }, data: {}, ...entry },
  };
  return sentenceOf(incident, whole)
    .map((part) => {
      if (typeof part === "string") return part;
      return "actor" in part ? actorName(part.actor) : `<${part.id}>`;
    })
    .join("")
    .replace(/[\u2068\u2069]/g, "");
}

test("an owner is named, and another user who named them", () => {
  expect(read({ data: { userId: "priya" }, actor: priya })).toBe("<priya> became owner");
  expect(read({ data: { userId: "mia" }, actor: priya })).toBe(
    "<mia> became owner, by Priya Raman",
  );
  expect(read({ data: { userId: "mia" }, verb: "removed" })).toBe("<mia> is no longer owner");
});

test("a member joins in a role and leaves it", () => {
  const subject = { resource: "incident-member", _id: "1" };
  const data = { userId: "mia", incidentRoleId: "scribe" };
  expect(read({ subject, data })).toBe("<mia> joined as <scribe>");
  expect(read({ subject, data, verb: "removed" })).toBe("<mia> left the role <scribe>");
});

test("states, statuses, notes and changes are sentences", () => {
  const state = { resource: "incident-state-timeline", _id: "1" };
  const data = { incidentStateId: "ack" };
  expect(read({ kind: "state", verb: "entered", subject: state, data, actor: priya })).toBe(
    "Priya Raman set the state to <ack>",
  );
  expect(read({ kind: "state", verb: "entered", subject: state, data })).toBe(
    "The state became <ack>",
  );
  const status = { resource: "monitor-status-timeline", _id: "1" };
  const event = { monitorId: "api", monitorStatusId: "down" };
  expect(read({ kind: "status", verb: "entered", subject: status, data: event })).toBe(
    "<api> became <down>",
  );
  const note = { resource: "incident-public-note", _id: "1" };
  expect(read({ kind: "note", verb: "posted", subject: note, actor: priya })).toBe(
    "Priya Raman wrote a public note",
  );
  const changes = [{ field: "title", before: "a", after: "b" }];
  expect(read({ kind: "change", verb: "changed", changes, actor: priya })).toBe(
    "Priya Raman changed Title",
  );
});
