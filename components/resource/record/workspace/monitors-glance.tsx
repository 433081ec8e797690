import { type ReactNode, useState } from "react";
import { RecordReference } from "@/components/fields/relation/record-reference";
import { EditableValue } from "@/components/resource/inline-edit/editable-value";
import type { RecordProps } from "@/components/resource/record-props";
import { Button } from "@/components/ui/button";
import { passFocusOn } from "@/components/ui/interaction/pass-focus-on";
import { extraColumnOf } from "@/components/uptime/extra-column";
import { ListedIds } from "@/components/uptime/listed-ids";
import { useClock, useNow } from "@/lib/client/device/clock";
import { ageOf, fullTime } from "@/lib/client/device/times";
import { ClientOnly } from "@/lib/client/document/client-only";
import { useProject } from "@/lib/client/project/project";
import { useLabel } from "@/lib/client/queries/labels";
import type { StoryGlance } from "@/lib/contract/records/story";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { relationColumn } from "@/lib/schema/record/lifecycle-columns";
import { Lines, Part } from "./glance-part";

interface Props extends RecordProps {
  readonly monitors: NonNullable<StoryGlance["monitors"]>;
}

/** The monitors of a record with their statuses, and their uptime once it is asked for. */
export function MonitorsGlance({ resource, record, monitors }: Props) {
  const [hasStrips, setStrips] = useState(false);
  const mayShowStrips = extraColumnOf(useProject(), monitor) !== undefined;
  return (
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
          ref={passFocusOn}
          look="quiet"
          size="small"
          className="justify-self-start"
          onPress={() => setStrips(true)}
        >
          Show uptime of 90 days
        </Button>
      )}
    </Part>
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
      <ClientOnly>
        <extra.Cell row={{ _id: monitorId, name }} tabIndex={0} />
      </ClientOnly>
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
