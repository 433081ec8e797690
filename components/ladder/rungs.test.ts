import { expect, it } from "vitest";
import type { Row } from "@/lib/schema/row";
import { peopleOf, roundMinutes, rungsOf } from "./rungs";

const rule = (_id: string, escalateAfterInMinutes: number | null): Row => ({
  ...{ _id, name: _id, escalateAfterInMinutes },
});
const named = (ruleId: string, more: Row): Row => ({
  onCallDutyPolicyEscalationRuleId: ruleId,
  ...more,
});

it("a rung is reached after the waits of all rules before it", () => {
  const rungs = rungsOf({
    ...{ rules: [rule("a", 5), rule("b", 10), rule("c", 15)], members: undefined },
    ...{ users: undefined, teams: undefined },
  });
  expect(rungs.map(({ atMinutes }) => atMinutes)).toEqual([0, 5, 15]);
  expect(roundMinutes(rungs)).toBe(30);
});

it("a rule without a wait ends the ladder", () => {
  const rungs = rungsOf({
    ...{ rules: [rule("a", 0), rule("b", null), rule("c", 5)], members: [] },
    ...{ users: [], teams: [] },
  });
  expect(rungs.map(({ atMinutes }) => atMinutes)).toEqual([0, 0, undefined]);
  expect(roundMinutes(rungs)).toBeUndefined();
  expect(roundMinutes([])).toBeUndefined();
});

it("a person whom a rung names twice counts once", () => {
  const members = [
    { teamId: "t", userId: "mia" },
    { teamId: "t", userId: "jon" },
    { teamId: "other", userId: "eve" },
  ];
  const [rung] = rungsOf({
    ...{ rules: [rule("a", 5)], members },
    users: [named("a", { userId: "mia" }), named("b", { userId: "eve" })],
    teams: [named("a", { teamId: "t" })],
  });
  expect(rung && peopleOf(rung, members)).toEqual(["mia", "jon"]);
});
