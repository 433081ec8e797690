import { PartError } from "@/components/errors/part-error";
import { mergeLabelRequests, RecordLabels } from "@/components/fields/record-labels";
import { ReorderableList } from "@/components/ordering/reorderable-list";
import type { RecordProps } from "@/components/resource/record-props";
import { Skeleton } from "@/components/ui/skeleton";
import { onCallDutyPolicyEscalationRule } from "@/lib/resources/on-call/on-call-duty-policy-escalation-rule";
import type { Row } from "@/lib/schema/row";
import { AddLink } from "./add-link";
import { RungContent } from "./rung-content";
import { type Rung, reachOf, roundMinutes, rungsOf } from "./rungs";
import { usePolicy } from "./use-policy";

/**
 * The escalation ladder of a policy on its page. Its rungs are moved by dragging or by buttons, and
 * added by links.
 */
export function PolicyLadder({ record }: RecordProps) {
  const id = String(record._id);
  return (
    <section aria-label="Escalation ladder" className="grid max-w-2xl content-start gap-2 pb-8">
      <h2 className="font-semibold text-13 text-ink-muted">Escalation ladder</h2>
      <Ladder policyId={id} isEditable />
      <AddLink resource={onCallDutyPolicyEscalationRule} values={{ onCallDutyPolicyId: id }}>
        Add rule
      </AddLink>
    </section>
  );
}

interface Step {
  readonly ruleId: string;
  readonly at: string;
}

interface Props {
  readonly policyId: string;
  /** The user may move rungs, and add people to one that names nobody. */
  readonly isEditable?: boolean;
  /** Where the escalation of a record stands, and the rung that follows. */
  readonly reached?: Step | null;
  readonly next?: Step | null;
}

/**
 * The rungs of a policy with the minutes at which each is reached and the people whom it names.
 *
 * @example <Ladder policyId={id} reached={reached} next={next} />
 */
export function Ladder({ policyId, isEditable = false, reached, next }: Props) {
  const { order, parts, policy, isWhole, tellsPeople, error, retry } = usePolicy(policyId);
  const rungs = rungsOf(parts);
  if (error && !isWhole) return <PartError what="escalation rules" error={error} onRetry={retry} />;
  if (!isWhole) return <Skeleton className="h-24! w-full" />;
  if (rungs.length === 0) {
    return <p className="text-13 text-warn">This policy has no rules: it notifies nobody.</p>;
  }
  const content = (rung: Rung) => (
    <RungContent
      {...{ rung, tellsPeople }}
      {...(isEditable && { policyId })}
      members={parts.members}
      isPresent={rung.id === reached?.ruleId}
      nextAt={rung.id === next?.ruleId ? next.at : undefined}
    />
  );
  return (
    <RecordLabels
      ask={mergeLabelRequests({
        "on-call-duty-policy-escalation-rule": rungs.map(({ id }) => id),
        user: rungs.flatMap(({ userIds }) => userIds),
        team: rungs.flatMap(({ teamIds }) => teamIds),
      })}
    >
      {tellsPeople && <Reach rungs={rungs} members={parts.members} />}
      {isEditable && order.mayMove && rungs.length > 1 ? (
        <ReorderableList
          label="Escalation rules, in order"
          items={rungs.map((rung) => ({ ...rung, text: rung.name }))}
          onReorder={order.reorder}
        >
          {content}
        </ReorderableList>
      ) : (
        <ol className="grid text-13">
          {rungs.map((rung) => (
            <li key={rung.id} className="flex">
              {content(rung)}
            </li>
          ))}
        </ol>
      )}
      <Ending rungs={rungs} policy={policy} />
    </RecordLabels>
  );
}

interface ReachProps {
  readonly rungs: readonly Rung[];
  /** Undefined if no rule names a team, or the user may not read who is in the teams. */
  readonly members: readonly Row[] | undefined;
}

/** Says how many people a whole round reaches, and warns if it reaches nobody. */
function Reach({ rungs, members }: ReachProps) {
  const { people, isAtLeast, minutes, namesUnreached } = reachOf(rungs, members);
  if (people === 0 && !isAtLeast) {
    return (
      <p className="text-13 text-warn">
        {namesUnreached ? "No rule that is reached names a person" : "No rule names a person"}
      </p>
    );
  }
  return (
    <p className="text-12 text-ink-muted">
      {isAtLeast ? "At least " : ""}
      {people === 1 ? "1 person" : `${people} people`} within {minutes} min
    </p>
  );
}

interface EndingProps {
  readonly rungs: readonly Rung[];
  readonly policy: Row | undefined;
}

/** The sentence about the time after the last rung without an acknowledgment. */
function Ending({ rungs, policy }: EndingProps) {
  const minutes = roundMinutes(rungs);
  const times = Number(policy?.repeatPolicyIfNoOneAcknowledgesNoOfTimes ?? 0);
  const repeats = policy?.repeatPolicyIfNoOneAcknowledges === true && times > 0;
  if (!policy) return null;
  if (!repeats) {
    return <p className="pl-3 text-12 text-ink-muted">Then nobody else is notified.</p>;
  }
  return (
    <p className={minutes === undefined ? "pl-3 text-12 text-warn" : "pl-3 text-12 text-ink-muted"}>
      {minutes === undefined
        ? `Never again ×${times}: the last rule has no minutes after which to escalate.`
        : `+${minutes} min: then again ×${times}, from the top.`}
    </p>
  );
}
