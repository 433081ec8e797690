"use client";

import { useQuery } from "@tanstack/react-query";
import { useNow } from "@/lib/client/clock";
import { eventsQuery, lifecycleOf, statesQuery } from "@/lib/client/lifecycle";
import { mayRead, usePlace } from "@/lib/client/project";
import { durationOf } from "@/lib/client/times";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { FactRow } from "./fact-row";

/** What times of a record amount to: how long it lasted, and how soon it was acknowledged and resolved. */
export function Durations({
  resource,
  record,
}: {
  readonly resource: Resource;
  readonly record: Row;
}) {
  const now = useNow();
  if (lifecycleOf(resource)) return <LifeDurations resource={resource} record={record} />;
  const { startsAt, endsAt = null } = record;
  if (typeof startsAt !== "string") return null;
  const length = between(startsAt, typeof endsAt === "string" ? Date.parse(endsAt) : now);
  return <FactRow title={endsAt === null ? "Lasts so far" : "Lasted"}>{length}</FactRow>;
}

function LifeDurations({
  resource,
  record,
}: {
  readonly resource: Resource;
  readonly record: Row;
}) {
  const now = useNow();
  const place = usePlace();
  const { project } = place;
  const lifecycle = lifecycleOf(resource) ?? unreachable(resource);
  const id = String(record._id);
  const events = useQuery({
    ...eventsQuery(lifecycle, project._id, id),
    enabled: mayRead(place, lifecycle.timeline),
  });
  const states = useQuery({
    ...statesQuery(lifecycle.states, project._id),
    enabled: mayRead(place, lifecycle.states),
  });
  const began = record.declaredAt ?? record.createdAt;
  if (!events.data || !states.data) return null;
  const firstIn = (flag: string): JsonValue | undefined => {
    const wanted = new Set(
      states.data.data.filter((state) => state[flag] === true).map(({ _id }) => _id),
    );
    return events.data.data.find((event) => wanted.has(event[lifecycle.begins.name] ?? null))
      ?.startsAt;
  };
  const acknowledged = firstIn("isAcknowledgedState");
  const resolved = firstIn("isResolvedState");
  const isOver = states.data.data.some(
    ({ _id, isResolvedState }) => _id === record[lifecycle.state.name] && isResolvedState === true,
  );
  return (
    <>
      {typeof acknowledged === "string" && (
        <FactRow title="Acknowledged after">{between(began, Date.parse(acknowledged))}</FactRow>
      )}
      {typeof resolved === "string" && isOver ? (
        <FactRow title="Resolved after">{between(began, Date.parse(resolved))}</FactRow>
      ) : (
        !isOver && <FactRow title="Open for">{between(began, now)}</FactRow>
      )}
    </>
  );
}

function between(start: JsonValue | undefined, end: number): string {
  return durationOf(Math.max(0, end - Date.parse(String(start))));
}

function unreachable(resource: Resource): never {
  throw new Error(`${resource.name} has no lifecycle.`);
}
