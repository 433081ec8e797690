import { RecordReference } from "@/components/fields/relation/record-reference";
import type { RecordProps } from "@/components/resource/record-props";
import { Skeleton } from "@/components/ui/skeleton";
import type { StoryGlance } from "@/lib/contract/records/story";
import { Lines, Part } from "./glance-part";
import { MonitorsGlance } from "./monitors-glance";
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
  if (glance === undefined) return <GlanceSkeleton />;
  if (glance === null) return null;
  const { monitors, services, policies, statusPages } = glance;
  return (
    <section
      aria-label="At a glance"
      className="grid gap-x-8 gap-y-4 rounded-md border border-line bg-surface-sunken px-4 py-3 sm:grid-cols-2 [&_a]:py-0.5"
    >
      {monitors && <MonitorsGlance {...{ resource, record, monitors }} />}
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
      {statusPages && <StatusPagesGlance {...{ resource, record }} pages={statusPages} />}
    </section>
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
