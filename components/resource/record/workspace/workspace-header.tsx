import { RecordReference } from "@/components/fields/relation/record-reference";
import { EditableValue } from "@/components/resource/inline-edit/editable-value";
import { RecordActions } from "@/components/resource/record/header/record-actions";
import { RecordHeading } from "@/components/resource/record/header/record-heading";
import type { RecordProps } from "@/components/resource/record-props";
import { Initials } from "@/components/ui/glyphs/initials";
import { classes } from "@/components/ui/styles";
import { useClock, useNow } from "@/lib/client/device/clock";
import { ageOf, fullTime } from "@/lib/client/device/times";
import { useProject } from "@/lib/client/project/project";
import { labelKey, useLabel, useLabels } from "@/lib/client/queries/labels";
import type { Lifecycle } from "@/lib/client/saving/lifecycle";
import type { StoryGlance } from "@/lib/contract/records/story";
import { mayReadOwners, type Owners } from "./owners-of";
import { recordTimes } from "./record-times";
import { WorkspaceActions } from "./workspace-actions";

interface Props extends RecordProps {
  readonly lifecycle: Lifecycle;
  readonly glance: StoryGlance | null | undefined;
  readonly owners: Owners | undefined;
  /** Focuses the composer; undefined if the user may write no notes. */
  readonly onNote: (() => void) | undefined;
}

/**
 * The state, severity, age and owners of a record, with the next steps. It stays in view while the
 * page scrolls. On a phone only the steps do, within reach of the thumb, above the bottom bar.
 */
export function WorkspaceHeader(props: Props) {
  const { resource, record, lifecycle, glance, owners, onNote } = props;
  const context = useProject();
  return (
    <header className="md:sticky top-[calc(44px+var(--notice,0px))] z-10 md:[@media(height<40rem)]:static -mx-3 grid gap-2 border-line border-b bg-surface px-3 pb-3 md:-mx-4 md:px-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 pt-1">
        <RecordHeading resource={resource} record={record} />
        <div className="flex shrink-0 flex-wrap items-center gap-2">
          <WorkspaceActions {...{ resource, record, onNote }} />
          <RecordActions {...{ resource, record }} />
        </div>
      </div>
      <div
        // The owners come last. On a phone they take a second line.
        className={classes(
          "flex flex-wrap content-start items-center gap-x-5 gap-y-1 text-13 min-h-6",
          mayReadOwners(context, resource) && "max-sm:min-h-12.5 max-sm:pointer-coarse:min-h-17.5",
        )}
      >
        <State {...{ record, lifecycle, glance }} />
        <EditableValue {...{ resource, record }} column={lifecycle.severity} className="w-fit">
          <SeverityName record={record} lifecycle={lifecycle} />
        </EditableValue>
        <Age {...{ record, lifecycle, glance }} />
        {owners && <OwnerList owners={owners} isExpected={resource.lifecycle?.expectsOwner} />}
      </div>
    </header>
  );
}

type LineProps = Pick<Props, "record" | "lifecycle" | "glance">;

function State({ record, lifecycle, glance }: LineProps) {
  const now = useNow();
  const { zone } = useClock();
  const id = String(record[lifecycle.state.name]);
  const since = glance?.state._id === id ? glance.state.since : null;
  return (
    <p className="inline-flex items-baseline gap-1.5 font-medium">
      <RecordReference path={lifecycle.states.path} id={id} />
      {since !== null && (
        <span
          className="font-normal text-ink-muted tabular-nums"
          title={`Since ${fullTime(since, zone)}`}
        >
          for {ageOf(Math.max(0, now - Date.parse(since)))}
        </span>
      )}
    </p>
  );
}

function SeverityName({ record, lifecycle: { severity } }: Omit<LineProps, "glance">) {
  const id = record[severity.name];
  if (typeof id !== "string") return <p className="text-ink-muted">No severity</p>;
  return (
    <p>
      <RecordReference path={severity.field.to ?? ""} id={id} />
    </p>
  );
}

/**
 * How long the record has been open, or was. Absent until its state is known, and if it is over and
 * nothing tells since when.
 */
function Age({ record, lifecycle, glance }: LineProps) {
  const now = useNow();
  const { zone } = useClock();
  const stateId = String(record[lifecycle.state.name]);
  const state = useLabel(lifecycle.states.path, stateId);
  const declared = record[lifecycle.began ?? ""];
  const began = declared ?? record.createdAt;
  if (typeof began !== "string" || state === undefined) return null;
  const isOver = state !== "missing" && state.glyph === "state-4";
  const openMs = Math.max(0, now - Date.parse(began));
  // Right after a step, the milestones of the record are still those before it.
  const isBehind = glance != null && glance.state._id !== stateId;
  const ageMs = isOver && !isBehind ? recordTimes(began, glance).resolvedAfterMs : openMs;
  if (ageMs === undefined) return null;
  const verb = declared ? "Declared" : "Raised";
  return (
    <span className="text-ink-muted tabular-nums" title={`${verb} ${fullTime(began, zone)}`}>
      {isOver ? "Lasted" : "Open for"} {ageOf(ageMs)}
    </span>
  );
}

function OwnerList(props: { readonly owners: Owners; readonly isExpected: boolean | undefined }) {
  const { owners, isExpected } = props;
  const labels = useLabels();
  const { base } = useProject();
  if (owners.length === 0) {
    return <span className={isExpected ? "text-warn" : "text-ink-muted"}>No owner</span>;
  }
  return (
    <span className="inline-flex items-center gap-1.5 text-ink-muted">
      <span className="sr-only">Owned by</span>
      {owners.slice(0, mostShown).map(({ resource: path, _id: id }) => {
        const label = labels.get(labelKey(path, id));
        const name = label === undefined || label === "missing" ? "…" : label.label;
        return (
          <a key={id} href={`${base}/${path}/${id}`} className="rounded-full pointer-coarse:p-2.5">
            <Initials name={name} />
          </a>
        );
      })}
      {owners.length > mostShown && `+${owners.length - mostShown}`}
    </span>
  );
}

const mostShown = 4;
