import { useQuery } from "@tanstack/react-query";
import { RecordLabels, referencedIds } from "@/components/fields/record-labels";
import { FieldValue } from "@/components/fields/registry/values";
import { RecordReference } from "@/components/fields/relation/record-reference";
import type { RecordProps } from "@/components/resource/record-props";
import { titleOf } from "@/components/words/field-title";
import { headlineColumns } from "@/components/words/record-title";
import { useClock, useNow } from "@/lib/client/device/clock";
import { fullTime, relativeTime } from "@/lib/client/device/times";
import { mayRead, useProject } from "@/lib/client/project/project";
import {
  eventsQuery,
  type Lifecycle,
  lifecycleOf,
  type StateEvents,
} from "@/lib/client/saving/lifecycle";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import type { Column } from "@/lib/schema/shape";
import { OwnersFact } from "./owners-fact";

/** Links are as high as a line of text. Touch targets are higher, and so is the line spacing. */
const touchTargets =
  "pointer-coarse:gap-y-6 [&_a]:relative pointer-coarse:[&_a]:after:absolute pointer-coarse:[&_a]:after:inset-x-0 pointer-coarse:[&_a]:after:-inset-y-3";

/** The state of a record, as one sentence. */
export function StateLine({ resource, record }: RecordProps) {
  const lifecycle = lifecycleOf(resource);
  if (lifecycle) return <LifecycleLine {...{ resource, record, lifecycle }} />;
  return (
    <dl className={`flex flex-wrap items-center gap-x-5 gap-y-1 text-13 ${touchTargets}`}>
      {headlineColumns(resource, record).map((column) => (
        <div key={column.name} className="flex min-w-0 items-baseline gap-1.5">
          <KeyFact column={column} value={record[column.name] ?? null} />
        </div>
      ))}
    </dl>
  );
}

function KeyFact({ column, value }: { readonly column: Column; readonly value: JsonValue }) {
  const { headline } = column.field;
  const words = typeof headline === "object" ? headline : undefined;
  return (
    <>
      <dt className={words ? "sr-only" : "text-ink-muted"}>{titleOf(column)}</dt>
      <dd className="min-w-0 text-ink-strong">
        {words ? (
          words[value === true ? "yes" : "no"]
        ) : (
          <FieldValue column={column} value={value} />
        )}
      </dd>
    </>
  );
}

function LifecycleLine({
  resource,
  record,
  lifecycle,
}: RecordProps & { readonly lifecycle: Lifecycle }) {
  const now = useNow();
  const { zone } = useClock();
  const { severity } = lifecycle;
  const level = record[severity.name];
  const declared = record[lifecycle.began ?? ""];
  const began = declared ?? record.createdAt;
  return (
    <div className={`flex flex-wrap items-center gap-x-5 gap-y-1 text-13 ${touchTargets}`}>
      <span className="inline-flex flex-wrap items-baseline gap-x-1.5 pointer-coarse:gap-y-6">
        <RecordReference path={lifecycle.states.path} id={String(record[lifecycle.state.name])} />
        {lifecycle.events && <Since {...{ lifecycle, record }} events={lifecycle.events} />}
      </span>
      {typeof level === "string" && <RecordReference path={severity.field.to ?? ""} id={level} />}
      {typeof began === "string" && (
        <span className="text-ink-muted" title={fullTime(began, zone)}>
          {declared ? "Declared" : "Raised"} {relativeTime(began, now)}
        </span>
      )}
      <OwnersFact {...{ resource, record }} />
    </div>
  );
}

/** Shows since when the state holds, and who caused it. */
function Since({ lifecycle, events: kind, record }: SinceProps) {
  const now = useNow();
  const context = useProject();
  const events = useQuery({
    ...eventsQuery(kind, context.project._id, String(record._id)),
    enabled: mayRead(context, kind.timeline),
  });
  const present = events.data?.data.findLast(
    (event) => event[kind.begins.name] === record[lifecycle.state.name],
  );
  if (typeof present?.startsAt !== "string") return null;
  const { createdByUserId: person } = present;
  return (
    <RecordLabels ask={referencedIds(kind.timeline, [present])}>
      <span className="text-ink-muted">
        {relativeTime(present.startsAt, now)}
        {typeof person === "string" && (
          <>
            {" by "}
            <RecordReference path="user" id={person} />
          </>
        )}
      </span>
    </RecordLabels>
  );
}

interface SinceProps {
  readonly lifecycle: Lifecycle;
  readonly events: StateEvents;
  readonly record: Row;
}
