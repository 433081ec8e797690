import { useQuery } from "@tanstack/react-query";
import { type OrderedSet, useOrder } from "@/components/ordering/use-order";
import { mayRead, useProject } from "@/lib/client/project/project";
import { listQuery, recordQuery } from "@/lib/client/queries/queries";
import { onCallDutyPolicy } from "@/lib/resources/on-call/on-call-duty-policy";
import { onCallDutyPolicyEscalationRule as ruleKind } from "@/lib/resources/on-call/on-call-duty-policy-escalation-rule";
import { onCallDutyPolicyEscalationRuleTeam as ruleTeam } from "@/lib/resources/on-call/on-call-duty-policy-escalation-rule-team";
import { onCallDutyPolicyEscalationRuleUser as ruleUser } from "@/lib/resources/on-call/on-call-duty-policy-escalation-rule-user";
import { teamMember } from "@/lib/resources/settings/team-member";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { PolicyParts } from "./rungs";

/** Most persons and teams of a policy, and members of its teams, that are shown. */
const most = 1_000;

/** Reads a policy with its rules and whom they name, as far as the user may read it. */
export function usePolicy(policyId: string) {
  const context = useProject();
  const projectId = context.project._id;
  const ofPolicy = { projectId, onCallDutyPolicyId: policyId };
  const set: OrderedSet = {
    ...{ resource: ruleKind, column: "order", query: ofPolicy },
    select: ["escalateAfterInMinutes"],
  };
  const order = useOrder(set);
  const { data: policy } = useQuery(recordQuery(onCallDutyPolicy, policyId));
  const users = useParts(ruleUser, ofPolicy, ["onCallDutyPolicyEscalationRuleId", "userId"]);
  const teams = useParts(ruleTeam, ofPolicy, ["onCallDutyPolicyEscalationRuleId", "teamId"]);
  const teamIds = [...new Set((teams.rows ?? []).map(({ teamId }) => String(teamId)))].sort();
  const inTeams = { projectId, teamId: { _type: "Includes", value: teamIds } };
  const members = useParts(teamMember, inTeams, ["teamId", "userId"], teamIds.length > 0);
  const parts: PolicyParts = {
    rules: order.records.map(({ record }) => record),
    ...{ users: users.rows, teams: teams.rows, members: members.rows },
  };
  const others = [users, teams, members];
  const failed = others.filter(({ isMissing, error }) => isMissing && error);
  return {
    ...{ order, parts, policy: policy?.record },
    /** Everything that the user may read has arrived. */
    isWhole: order.isRead && others.every(({ isMissing }) => !isMissing),
    /** Why something has not arrived. */
    error: order.readError ?? failed[0]?.error ?? null,
    retry: () => {
      if (order.readError) order.readAgain();
      for (const { refetch } of failed) void refetch();
    },
    /** The user may read all that says who is reached. */
    tellsPeople: [ruleUser, ruleTeam].every((kind) => mayRead(context, kind)),
  };
}

function useParts(
  resource: Resource,
  query: JsonObject,
  columns: readonly string[],
  isWanted = true,
) {
  const context = useProject();
  const isAsked = isWanted && mayRead(context, resource);
  const { data, error, refetch } = useQuery({
    ...listQuery(resource, {
      ...{ query, sort: { createdAt: 1 }, limit: most, cursor: "", count: "none" },
      select: Object.fromEntries(columns.map((name) => [name, true])),
    }),
    enabled: isAsked,
  });
  return { rows: data?.data, isMissing: isAsked && data === undefined, error, refetch };
}
