import { onCallDutyPolicyEscalationRule as rules } from "@/lib/resources/on-call/on-call-duty-policy-escalation-rule";
import { relationColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Row } from "@/lib/schema/row";
import { portionOf, type StoryDraft, type StorySource } from "./story-page";
import { all, idsIn, type StoryRecord, visibleIn } from "./story-record";

/** A rule of a policy, and when it is reached if nobody acknowledges. */
export interface EscalationStep {
  readonly rule: Row;
  readonly at: string;
}

/** Most policies of a record, and rules of a policy, that are followed. */
const mostPolicies = 20;
const mostRules = 100;

/** The rules of a record's policies that the caller may read, by policy. */
export type Ladders = ReadonlyMap<string, readonly Row[]>;

/** Returns the rules of the record's policies in their order; undefined without permission. */
export async function laddersOf(of: StoryRecord): Promise<Ladders | undefined> {
  const visibility = visibleIn(of, rules);
  if (!visibility) return undefined;
  const ladders = new Map<string, readonly Row[]>();
  for (const policyId of policiesOf(of).slice(0, mostPolicies)) {
    const isOfPolicy = { op: "eq", column: "onCallDutyPolicyId", value: policyId } as const;
    const found = await of.context.store.reader.find(visibility.resource, {
      ...{ projects: visibility.projects, columns, limit: mostRules },
      filter: all(visibility.filter, isOfPolicy),
      sort: [{ column: "order", direction: "asc" }],
    });
    ladders.set(policyId, found);
  }
  return ladders;
}

const columns = [
  ...["_id", "createdAt", "onCallDutyPolicyId", "name", "order", "escalateAfterInMinutes"],
];

/** Returns the ids of the policies by which users are notified of the record. */
export function policiesOf({ resource, row, lifecycle }: StoryRecord): readonly string[] {
  if (lifecycle.policies === undefined) return [];
  return idsIn(row[relationColumn(resource, lifecycle.policies).name]);
}

/**
 * Returns the times at which the rules are reached: each after the waits of those before. A rule
 * without a wait ends the ladder, and rules made later than that are left out. Rounds that repeat
 * are not computed.
 */
export function stepsOf({ began }: StoryRecord, ladder: readonly Row[]): readonly EscalationStep[] {
  const steps: EscalationStep[] = [];
  let at = Date.parse(began);
  for (const rule of ladder) {
    if (at > latest) break;
    const time = new Date(at).toISOString();
    if (String(rule.createdAt) <= time) steps.push({ rule, at: time });
    const { escalateAfterInMinutes: minutes } = rule;
    if (typeof minutes !== "number" || minutes < 0) break;
    at += minutes * 60_000;
  }
  return steps;
}

const latest = Date.parse("9999-12-31T00:00:00.000Z");

/** Returns true if a step was reached before somebody acknowledged. */
export function isReached(
  { acknowledgedAt, context }: StoryRecord,
  { at }: EscalationStep,
): boolean {
  return at <= context.now().toISOString() && (acknowledgedAt === undefined || at < acknowledgedAt);
}

/** Returns the source of the rules that were reached, as far as records tell. */
export async function escalationSources(of: StoryRecord): Promise<StorySource[]> {
  const ladders = of.tellsStates ? await laddersOf(of) : undefined;
  if (!ladders) return [];
  const drafts = [...ladders.values()].flatMap((ladder) =>
    stepsOf(of, ladder)
      .filter((step) => isReached(of, step))
      .map(
        ({ rule, at }): StoryDraft => ({
          ...{ id: String(rule._id), at, kind: "escalation", verb: "reached", data: rule },
          subject: { resource: rules.path, _id: String(rule._id) },
          isComputed: true,
        }),
      ),
  );
  return [{ kind: "escalation", read: async (page) => portionOf(drafts, page) }];
}
