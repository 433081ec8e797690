import { RecordReference } from "@/components/fields/relation/record-reference";
import { classes } from "@/components/ui/styles";
import { onCallDutyPolicyEscalationRuleTeam as ruleTeam } from "@/lib/resources/on-call/on-call-duty-policy-escalation-rule-team";
import { onCallDutyPolicyEscalationRuleUser as ruleUser } from "@/lib/resources/on-call/on-call-duty-policy-escalation-rule-user";
import type { Row } from "@/lib/schema/row";
import { AddLink } from "./add-link";
import { Countdown } from "./countdown";
import { peopleOf, type Rung } from "./rungs";

interface Props {
  readonly rung: Rung;
  readonly members: readonly Row[] | undefined;
  /** False if the user may not read all that says who is reached. */
  readonly tellsPeople: boolean;
  /** Policy of the rung. With it, a rung that names nobody offers to add people. */
  readonly policyId?: string | undefined;
  /** The escalation of a record stands at this rung. */
  readonly isPresent?: boolean;
  /** The time at which this rung is reached, if it is the next one. */
  readonly nextAt?: string | undefined;
}

/** A rung of a ladder: when it is reached, its rule, and the people whom it names. */
export function RungContent(props: Props) {
  const { rung, members, tellsPeople, policyId, isPresent = false, nextAt } = props;
  const { atMinutes, waitMinutes, userIds, teamIds } = rung;
  const isReachable = atMinutes !== undefined;
  return (
    <div
      className={classes(
        "relative ml-3 grid min-w-0 flex-1 gap-1 border-l-2 py-2 pl-4",
        isPresent ? "border-accent" : "border-line-strong",
      )}
      {...(isPresent && { "aria-current": "step" as const })}
    >
      <span
        aria-hidden="true"
        className={classes(
          "absolute top-3.5 -left-[7px] size-3 rounded-full border-2 bg-surface",
          isPresent ? "border-accent bg-accent ring-4 ring-accent-soft" : "border-line-strong",
        )}
      />
      <p className="grid min-w-0 grid-cols-[minmax(3.5rem,auto)_minmax(0,1fr)] items-baseline gap-x-2">
        <span className="text-12 text-ink-muted tabular-nums">
          {isReachable ? `+${atMinutes} min` : "never"}
        </span>
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <RecordReference path="on-call-duty-policy-escalation-rule" id={rung.id} />
          {isPresent && <span className="text-12 text-accent">present step</span>}
          {nextAt !== undefined && (
            <span className="text-12 text-ink-muted">
              <Countdown instant={nextAt} />
            </span>
          )}
        </span>
      </p>
      {tellsPeople && userIds.length + teamIds.length === 0 && (
        <NamesNobody rung={rung} policyId={policyId} />
      )}
      {userIds.length + teamIds.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-13 pointer-coarse:[&_a]:py-3">
          {userIds.map((id) => (
            <li key={id}>
              <RecordReference path="user" id={id} />
            </li>
          ))}
          {teamIds.map((id) => (
            <li key={id}>
              <RecordReference path="team" id={id} />
              {members && <span className="text-ink-muted"> {sizeOf(id, members)}</span>}
            </li>
          ))}
        </ul>
      )}
      {!isReachable && (
        <p className="text-12 text-warn">Never reached: a rule before it never escalates</p>
      )}
      {isReachable && waitMinutes === undefined && (
        <p className="text-12 text-ink-muted">Does not escalate further</p>
      )}
    </div>
  );
}

function NamesNobody({ rung, policyId }: Pick<Props, "rung" | "policyId">) {
  const values = policyId !== undefined && {
    onCallDutyPolicyId: policyId,
    onCallDutyPolicyEscalationRuleId: rung.id,
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="text-12 text-warn">Names nobody</p>
      {values && (
        <>
          <AddLink resource={ruleUser} values={values} to={rung.name}>
            Add person
          </AddLink>
          <AddLink resource={ruleTeam} values={values} to={rung.name}>
            Add team
          </AddLink>
        </>
      )}
    </div>
  );
}

function sizeOf(teamId: string, members: readonly Row[]): string {
  const size = peopleOf({ ...emptyRung, teamIds: [teamId] }, members).length;
  return size === 1 ? "1 person" : `${size} people`;
}

const emptyRung: Rung = {
  ...{ id: "", name: "", atMinutes: undefined, waitMinutes: undefined },
  ...{ userIds: [], teamIds: [] },
};
