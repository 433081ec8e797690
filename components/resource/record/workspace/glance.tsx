import { type ReactNode, Suspense, useState } from "react";
import { RecordReference } from "@/components/fields/relation/record-reference";
import { EditableValue } from "@/components/resource/inline-edit/editable-value";
import type { RecordProps } from "@/components/resource/record-props";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { extraColumnOf } from "@/components/uptime/extra-column";
import { ListedIds } from "@/components/uptime/listed-ids";
import { useClock, useNow } from "@/lib/client/device/clock";
import { ageOf, fullTime } from "@/lib/client/device/times";
import { useProject } from "@/lib/client/project/project";
import { useLabel } from "@/lib/client/queries/labels";
import type { StoryGlance } from "@/lib/contract/records/story";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { relationColumn } from "@/lib/schema/record/lifecycle-columns";
import { Lines, Part } from "./glance-part";
import { PolicyGlance } from "./policy-glance";
import { StatusPagesGlance } from "./status-pages-glance";

interface Props extends RecordProps {
  /** Undefined while it loads. */
  readonly glance: StoryGlance | null | undefined;
}

/**
 * The present state around a record: its monitors, the services they watch, the escalation, and the
 * status pages that show it. A part that the user may not read is left out.
 */
export function Glance({ resource, record, glance }: Props) {
  const [hasStrips, setStrips] = useState(false);
  const mayShowStrips = extraColumnOf(useProject(), monitor) !== undefined;
  if (glance === undefined) return <GlanceSkeleton />;
  if (glance === null) return null;
  const { monitors, services, policies, statusPages } = glance;
  return (
    <section
      aria-label="At a glance"
      className="grid gap-x-8 gap-y-4 rounded-md border border-line bg-surface-sunken px-4 py-3 sm:grid-cols-2 [&_a]:py-0.5"
    >
      {monitors && (
        <Part title="Monitors" isWide>
          <MonitorsOf {...{ resource, record }}>
            <ListedIds value={monitors.map(({ _id }) => _id)}>
              <Lines none="No monitors">
                {monitors.map(({ _id, statusId, since }) => (
                  <li key={_id} className="grid gap-1 pb-1">
                    <p className="flex flex-wrap items-baseline gap-x-2">
                      <RecordReference path="monitor" id={_id} />
                      <span className="text-ink-muted">
                        <RecordReference path="monitor-status" id={statusId} />
                        {since !== null && <Since since={since} />}
                      </span>
                    </p>
                    {hasStrips && <Strip monitorId={_id} />}
                  </li>
                ))}
              </Lines>
            </ListedIds>
          </MonitorsOf>
          {monitors.length > 0 && mayShowStrips && !hasStrips && (
            <Button
              look="quiet"
              size="small"
              className="justify-self-start"
              onPress={() => setStrips(true)}
            >
              Show uptime of 90 days
            </Button>
          )}
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
              <PolicyGlance key={policy._id} policy={policy} />
            ))}
          </Lines>
        </Part>
      )}
      {statusPages && <StatusPagesGlance {...{ resource }} pages={statusPages} />}
    </section>
  );
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

/** The uptime of a monitor. Opening the page reads none; one request reads that of all monitors. */
function Strip({ monitorId }: { readonly monitorId: string }) {
  const extra = extraColumnOf(useProject(), monitor);
  const label = useLabel("monitor", monitorId);
  if (!extra) return null;
  const name = label === undefined || label === "missing" ? null : label.label;
  return (
    <div className="h-5">
      <Suspense>
        <extra.Cell row={{ _id: monitorId, name }} tabIndex={0} />
      </Suspense>
    </div>
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
