import type { Row } from "@/lib/schema/row";

/** A rule of a policy as a rung of its ladder. */
export interface Rung {
  readonly id: string;
  readonly name: string;
  /** Minutes from the start to this rung; undefined if a rule before it never escalates. */
  readonly atMinutes: number | undefined;
  /** Minutes until the next rung; undefined if the rule never escalates. */
  readonly waitMinutes: number | undefined;
  readonly userIds: readonly string[];
  readonly teamIds: readonly string[];
}

/** The rules of a policy, and whom they name. A part that is not readable is undefined. */
export interface PolicyParts {
  /** In their order. */
  readonly rules: readonly Row[];
  readonly users: readonly Row[] | undefined;
  readonly teams: readonly Row[] | undefined;
  readonly members: readonly Row[] | undefined;
}

/**
 * Returns the rungs of a policy. A rule is reached after the waits of all rules before it; one
 * without a wait ends the ladder.
 */
export function rungsOf({ rules, users = [], teams = [] }: PolicyParts): readonly Rung[] {
  let atMinutes: number | undefined = 0;
  return rules.map((rule) => {
    const { _id, name, escalateAfterInMinutes: wait } = rule;
    const waitMinutes = typeof wait === "number" && wait >= 0 ? wait : undefined;
    const rung: Rung = {
      ...{ id: String(_id), name: String(name ?? ""), atMinutes, waitMinutes },
      userIds: idsOf(users, _id, "userId"),
      teamIds: idsOf(teams, _id, "teamId"),
    };
    atMinutes =
      atMinutes === undefined || waitMinutes === undefined ? undefined : atMinutes + waitMinutes;
    return rung;
  });
}

/** Returns the people whom a rung names, directly or by their teams; each once. */
export function peopleOf(rung: Rung, members: readonly Row[] | undefined): readonly string[] {
  const ofTeams = (members ?? []).filter(({ teamId }) => rung.teamIds.includes(String(teamId)));
  return [...new Set([...rung.userIds, ...ofTeams.map(({ userId }) => String(userId))])];
}

/** The people that a whole round of a policy notifies. */
interface Reach {
  readonly people: number;
  /** More people may be notified, because the members of a team are unknown. */
  readonly isAtLeast: boolean;
  /** Minutes until the last rung that is reached. */
  readonly minutes: number;
  /** A rung that is never reached names a user or a team. */
  readonly namesUnreached: boolean;
}

/** Counts the people of the rungs that are reached. The other rungs notify nobody. */
export function reachOf(rungs: readonly Rung[], members: readonly Row[] | undefined): Reach {
  const reached = rungs.filter(({ atMinutes }) => atMinutes !== undefined);
  return {
    people: new Set(reached.flatMap((rung) => peopleOf(rung, members))).size,
    isAtLeast: !members && reached.some(({ teamIds }) => teamIds.length > 0),
    minutes: reached.at(-1)?.atMinutes ?? 0,
    namesUnreached: rungs.some(
      ({ atMinutes, userIds, teamIds }) =>
        atMinutes === undefined && userIds.length + teamIds.length > 0,
    ),
  };
}

/** Returns the minutes of a whole round; undefined if it does not end. */
export function roundMinutes(rungs: readonly Rung[]): number | undefined {
  const last = rungs.at(-1);
  if (last?.atMinutes === undefined || last.waitMinutes === undefined) return undefined;
  return last.atMinutes + last.waitMinutes;
}

function idsOf(rows: readonly Row[], ruleId: unknown, column: string): readonly string[] {
  return rows.flatMap((row) =>
    row.onCallDutyPolicyEscalationRuleId === ruleId ? String(row[column]) : [],
  );
}
