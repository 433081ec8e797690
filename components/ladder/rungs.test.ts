import { describe, expect, it } from "vitest";
import type { Row } from "@/lib/schema/row";
import { peopleOf, reachOf, roundMinutes, rungsOf } from "./rungs";

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

describe("the reach of a policy", () => {
  const parts = (more: object) => ({
    ...{ rules: [rule("a", 5), rule("b", null), rule("c", 5)], members: undefined },
    ...{ users: [], teams: undefined, ...more },
  });
  const reach = (more: object, members?: readonly Row[]) => reachOf(rungsOf(parts(more)), members);

  it("counts each person of the rungs that are reached, until the last of them", () => {
    const users = [named("a", { userId: "mia" }), named("b", { userId: "mia" })];
    expect(reach({ users })).toMatchObject({ people: 1, isAtLeast: false, minutes: 5 });
    const more = [...users, named("b", { userId: "jon" }), named("c", { userId: "eve" })];
    expect(reach({ users: more })).toMatchObject({ people: 2, minutes: 5 });
  });

  it("is nobody where only rungs that are never reached name people", () => {
    expect(reach({})).toMatchObject({ people: 0, namesUnreached: false });
    const users = [named("c", { userId: "eve" })];
    expect(reach({ users })).toMatchObject({ people: 0, isAtLeast: false, namesUnreached: true });
    const teams = [named("c", { teamId: "t" })];
    const ofTeam = { people: 0, isAtLeast: false, namesUnreached: true };
    expect(reach({ teams })).toMatchObject(ofTeam);
    expect(reach({ teams }, [{ teamId: "t", userId: "mia" }])).toMatchObject(ofTeam);
  });

  it("is a least number where a rung that is reached names a team of unknown people", () => {
    const teams = [named("b", { teamId: "t" })];
    expect(reach({ teams })).toMatchObject({ people: 0, isAtLeast: true });
    expect(reach({ teams }, [{ teamId: "t", userId: "mia" }])).toMatchObject({
      ...{ people: 1, isAtLeast: false },
    });
  });
});
