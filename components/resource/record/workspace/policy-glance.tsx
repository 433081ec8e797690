import { Suspense, useState } from "react";
import { RecordReference } from "@/components/fields/relation/record-reference";
import { Countdown } from "@/components/ladder/countdown";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import type { StoryGlance } from "@/lib/contract/records/story";

const Ladder = lazyWithRetry(
  async () => (await import("@/components/ladder/policy-ladder")).Ladder,
);

interface Props {
  readonly policy: NonNullable<StoryGlance["policies"]>[number];
}

/** A policy with the rule that was reached, and the one that follows while nobody acknowledges. */
export function PolicyGlance({ policy: { _id, rules, reached, next } }: Props) {
  const rule = "on-call-duty-policy-escalation-rule";
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="grid min-w-0">
      <p>
        <RecordReference path="on-call-duty-policy" id={_id} />
      </p>
      <p className="flex flex-wrap items-baseline gap-x-1 text-ink-muted">
        {rules === 0 && "has no rules"}
        {reached && (
          <>
            reached step {reached.place} of {rules}:{" "}
            <RecordReference path={rule} id={reached.ruleId} />
          </>
        )}
        {next && (
          <>
            {reached && "· "}next <RecordReference path={rule} id={next.ruleId} />
            <Countdown instant={next.at} />
          </>
        )}
      </p>
      {rules !== null && rules > 0 && (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="w-fit cursor-pointer text-ink-muted pointer-coarse:py-3">
            Ladder
          </summary>
          {isOpen && (
            <Suspense fallback={<Skeleton className="my-2 w-1/2" />}>
              <Ladder policyId={_id} reached={reached} next={next} />
            </Suspense>
          )}
        </details>
      )}
    </li>
  );
}
