import { useQuery } from "@tanstack/react-query";
import type { RecordProps } from "@/components/resource/record-props";
import { useNow } from "@/lib/client/device/clock";
import { durationOf } from "@/lib/client/device/times";
import { mayRead, useProject } from "@/lib/client/project/project";
import {
  eventsQuery,
  type Lifecycle,
  lifecycleOf,
  type StateEvents,
  statesQuery,
} from "@/lib/client/saving/lifecycle";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { FactRow } from "./fact-row";

/** The durations of a record: how long it lasted, and the time to acknowledge and resolve it. */
export function Durations({ resource, record }: RecordProps) {
  const now = useNow();
  const lifecycle = lifecycleOf(resource);
  if (lifecycle?.events)
    return <EventDurations {...{ lifecycle, record }} events={lifecycle.events} />;
  if (lifecycle) return <PlainDurations lifecycle={lifecycle} record={record} />;
  const { startsAt, endsAt = null } = record;
  if (typeof startsAt !== "string") return null;
  const length = between(startsAt, typeof endsAt === "string" ? Date.parse(endsAt) : now);
  return <FactRow title={endsAt === null ? "Duration so far" : "Duration"}>{length}</FactRow>;
}

interface LifecycleProps {
  readonly lifecycle: Lifecycle;
  readonly record: Row;
}

/** Durations from the record's own times, if no events tell when a state began. */
function PlainDurations({ lifecycle, record }: LifecycleProps) {
  const now = useNow();
  const context = useProject();
  const states = useQuery({
    ...statesQuery(lifecycle.states, context.project._id),
    enabled: mayRead(context, lifecycle.states),
  });
  if (!states.data) return null;
  const began = beginningOf(lifecycle, record);
  const ended = record[lifecycle.ended ?? ""];
  if (!isOver(lifecycle, record, states.data.data)) {
    return <FactRow title="Open for">{between(began, now)}</FactRow>;
  }
  if (typeof ended !== "string") return null;
  return <FactRow title="Time to resolve">{between(began, Date.parse(ended))}</FactRow>;
}

function beginningOf({ began }: Lifecycle, record: Row): JsonValue | undefined {
  return record[began ?? ""] ?? record.createdAt;
}

function isOver({ state, flags }: Lifecycle, record: Row, states: readonly Row[]): boolean {
  return states.some((one) => one._id === record[state.name] && one[flags.resolved] === true);
}

function EventDurations({
  lifecycle,
  events: kind,
  record,
}: LifecycleProps & { readonly events: StateEvents }) {
  const now = useNow();
  const context = useProject();
  const { project } = context;
  const id = String(record._id);
  const events = useQuery({
    ...eventsQuery(kind, project._id, id),
    enabled: mayRead(context, kind.timeline),
  });
  const states = useQuery({
    ...statesQuery(lifecycle.states, project._id),
    enabled: mayRead(context, lifecycle.states),
  });
  const began = beginningOf(lifecycle, record);
  if (!events.data || !states.data) return null;
  const firstIn = (flag: string): JsonValue | undefined => {
    const wanted = new Set(
      states.data.data.filter((state) => state[flag] === true).map(({ _id }) => _id),
    );
    return events.data.data.find((event) => wanted.has(event[kind.begins.name] ?? null))?.startsAt;
  };
  const acknowledged = firstIn(lifecycle.flags.acknowledged);
  const resolved = firstIn(lifecycle.flags.resolved);
  const isDone = isOver(lifecycle, record, states.data.data);
  return (
    <>
      {typeof acknowledged === "string" && (
        <FactRow title="Time to acknowledge">{between(began, Date.parse(acknowledged))}</FactRow>
      )}
      {typeof resolved === "string" && isDone ? (
        <FactRow title="Time to resolve">{between(began, Date.parse(resolved))}</FactRow>
      ) : (
        !isDone && <FactRow title="Open for">{between(began, now)}</FactRow>
      )}
    </>
  );
}

function between(start: JsonValue | undefined, end: number): string {
  return durationOf(Math.max(0, end - Date.parse(String(start))));
}
