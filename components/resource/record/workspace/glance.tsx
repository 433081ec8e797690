import type { ReactNode } from "react";
import { RecordReference } from "@/components/fields/relation/record-reference";
import { EditableValue } from "@/components/resource/inline-edit/editable-value";
import type { RecordProps } from "@/components/resource/record-props";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { useClock, useNow } from "@/lib/client/device/clock";
import { ageOf, fullTime } from "@/lib/client/device/times";
import type { StoryGlance } from "@/lib/contract/records/story";
import { relationColumn } from "@/lib/schema/record/lifecycle-columns";

interface Props extends RecordProps {
  /** Undefined while it loads. */
  readonly glance: StoryGlance | null | undefined;
}

/**
 * The present state around a record: its monitors, the services they watch, the escalation, and the
 * status pages that show it. A part that the user may not read is left out.
 */
export function Glance({ resource, record, glance }: Props) {
  if (glance === undefined) return <GlanceSkeleton />;
  if (glance === null) return null;
  const { monitors, services, policies, statusPages } = glance;
  return (
    <section
      aria-label="At a glance"
      className="grid gap-x-8 gap-y-4 rounded-md border border-line bg-surface-sunken px-4 py-3 sm:grid-cols-2 [&_a]:py-0.5"
    >
      {monitors && (
        <Part title="Monitors">
          <MonitorsOf {...{ resource, record }}>
            <Lines none="No monitors">
              {monitors.map(({ _id, statusId, since }) => (
                <li key={_id}>
                  <p className="flex flex-wrap items-baseline gap-x-2">
                    <RecordReference path="monitor" id={_id} />
                    <span className="text-ink-muted">
                      <RecordReference path="monitor-status" id={statusId} />
                      {since !== null && <Since since={since} />}
                    </span>
                  </p>
                </li>
              ))}
            </Lines>
          </MonitorsOf>
        </Part>
      )}
      {services && (
        <Part title="Services">
          <Lines none="No services watched by these monitors">
            {services.map(({ _id }) => (
              <li key={_id}>
                <p>
                  <RecordReference path="service" id={_id} />
                </p>
              </li>
            ))}
          </Lines>
        </Part>
      )}
      {policies && (
        <Part title="Escalation">
          <Lines none="No on-call policy">
            {policies.map((policy) => (
              <Policy key={policy._id} policy={policy} />
            ))}
          </Lines>
        </Part>
      )}
      {statusPages && (
        <Part title="Status pages">
          <Lines none="Shown on no status page">
            {statusPages.map(({ _id }) => (
              <li key={_id}>
                <p>
                  <RecordReference path="status-page" id={_id} />
                </p>
              </li>
            ))}
          </Lines>
        </Part>
      )}
    </section>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1">
      <h2 className="text-12 text-ink-muted">{title}</h2>
      {children}
    </div>
  );
}

function Lines({ none, children }: { readonly none: string; readonly children: ReactNode[] }) {
  if (children.length === 0) return <p className="text-13 text-ink-muted">{none}</p>;
  return <ul className="grid gap-1 text-13 pointer-coarse:gap-3">{children}</ul>;
}

/** The monitors are edited in place, if the record has a field for them. */
function MonitorsOf({
  resource,
  record,
  children,
}: RecordProps & { readonly children: ReactNode }) {
  const name = resource.lifecycle?.monitors;
  if (name === undefined) return children;
  return (
    <EditableValue {...{ resource, record }} column={relationColumn(resource, name)}>
      {children}
    </EditableValue>
  );
}

function Since({ since }: { readonly since: string }) {
  const now = useNow();
  const { zone } = useClock();
  return (
    <span className="tabular-nums" title={`Since ${fullTime(since, zone)}`}>
      {" "}
      for {ageOf(Math.max(0, now - Date.parse(since)))}
    </span>
  );
}

type PolicyGlance = NonNullable<StoryGlance["policies"]>[number];

/** A policy with the rule that was reached, and the one that follows while nobody acknowledges. */
function Policy({ policy: { _id, rules, reached, next } }: { readonly policy: PolicyGlance }) {
  const rule = "on-call-duty-policy-escalation-rule";
  return (
    <li className="grid min-w-0">
      <p>
        <RecordReference path="on-call-duty-policy" id={_id} />
      </p>
      <p className="flex flex-wrap items-baseline gap-x-1 text-ink-muted">
        {rules === 0 && "has no rules"}
        {reached && (
          <>
            reached <RecordReference path={rule} id={reached.ruleId} />
          </>
        )}
        {next && (
          <>
            {reached && "· "}next <RecordReference path={rule} id={next.ruleId} />
            <RelativeTime instant={next.at} />
          </>
        )}
      </p>
    </li>
  );
}

/** As high as the strip of an incident with two monitors. */
function GlanceSkeleton() {
  return (
    <div
      aria-hidden="true"
      className="grid min-h-40 content-start gap-4 rounded-md border border-line px-4 py-3"
    >
      <Skeleton className="w-1/3" />
      <Skeleton className="w-1/2" />
    </div>
  );
}
