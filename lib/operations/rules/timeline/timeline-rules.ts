import type { Draft, Rules } from "@/lib/operations/transaction/transaction";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { refuseEndBeforeStart } from "./time-order";
import { isUnder, type Timeline, TimelineEvents } from "./timeline";

/**
 * Returns the rules of events that clients write. An event is inserted in time order, and the last
 * one sets its owner's value.
 */
export function timelineRules(timeline: Timeline): Rules {
  return {
    async beforeCreate(transaction, draft) {
      const events = new TimelineEvents(transaction, timeline);
      const isTimed = (draft.startsAt ?? draft.endsAt ?? null) !== null;
      draft.startsAt ??= transaction.now;
      refuseEndBeforeStart(draft);
      draft.endsAt ??= await events.startAfter(draft);
      if (isTimed || draft.endsAt === null || !timeline.outlastsEnd) return;
      // A state is a step from the present one, also if that was set ahead of time. A later status of a
      // monitor may be a plan.
      draft.startsAt = await events.startAtEnd(ownerOf(timeline, draft));
      draft.endsAt = await events.startAfter(draft);
    },
    async afterCreate(transaction, row) {
      const events = new TimelineEvents(transaction, timeline);
      await events.endBefore(row);
      await follow(events, timeline, [row], transaction.now);
    },
    async beforeUpdate(transaction, before, patch) {
      const moved = { ...before, ...patch };
      if (patch.endsAt === undefined && movesAt(timeline, before, moved))
        await endAgain(new TimelineEvents(transaction, timeline), before, moved, patch);
      if (patch.endsAt !== undefined) refuseEndBeforeStart({ ...before, ...patch });
    },
    async afterUpdate(transaction, before, after) {
      const events = new TimelineEvents(transaction, timeline);
      if (movesAt(timeline, before, after)) await relink(events, before, after);
      if (saysOtherwise(timeline, before, after))
        await follow(events, timeline, [before, after], transaction.now);
    },
    async afterRemove(transaction, row) {
      const events = new TimelineEvents(transaction, timeline);
      const previous = await events.neighbour(row, "desc");
      const next = await events.neighbour(row, "asc");
      if (previous === undefined) return;
      if (touches(previous, row)) {
        await events.setEnd(previous, next ? next.startsAt : row.endsAt);
      }
      if (next === undefined) await events.setOwner(previous);
    },
  };
}

/** Sets the end of a moved event to the start of the next one, unless it can keep its own. */
async function endAgain(events: TimelineEvents, before: Row, moved: Draft, patch: Draft) {
  const wasLinked = before.endsAt === (await events.startAfter(before));
  const next = await events.startAfter(moved);
  const keepsEnd = !wasLinked && inOrder(moved.startsAt, before.endsAt, next);
  if (!keepsEnd) patch.endsAt = next;
}

/** Returns true if the known times are in ascending order. */
function inOrder(...times: readonly (JsonValue | undefined)[]): boolean {
  const known = times.filter((time) => typeof time === "string");
  return known.every((time, place) => time >= (known[place - 1] ?? ""));
}

function movesAt({ ownerColumn }: Timeline, before: Row, after: Row): boolean {
  return before.startsAt !== after.startsAt || before[ownerColumn] !== after[ownerColumn];
}

function saysOtherwise(timeline: Timeline, before: Row, after: Row): boolean {
  const { valueColumn } = timeline;
  const isOther = before[valueColumn] !== after[valueColumn] || before.endsAt !== after.endsAt;
  return isOther || movesAt(timeline, before, after);
}

/** Closes the gap that a moved event left, and ends the event that it now follows. */
async function relink(events: TimelineEvents, was: Row, is: Row): Promise<void> {
  const old = await events.neighbour(was, "desc");
  const present = await events.neighbour(is, "desc");
  const linked = old !== undefined && touches(old, was);
  if (linked && old._id !== present?._id) {
    const next = await events.neighbour(was, "asc");
    await events.setEnd(old, next ? next.startsAt : was.endsAt);
  }
  if (present === undefined) return;
  const follows = linked && old._id === present._id;
  if (follows || isUnder(present, is)) await events.setEnd(present, is.startsAt);
}

function touches(previous: Row, event: Row): boolean {
  return typeof event.startsAt === "string" && previous.endsAt === event.startsAt;
}

/** Gives the owners of these events their last event's value, if one of these is or was last. */
async function follow(
  events: TimelineEvents,
  timeline: Timeline,
  versions: readonly Row[],
  now: string,
): Promise<void> {
  const settled = new Set<JsonValue>();
  for (const event of versions) {
    const ownerId = event[timeline.ownerColumn] ?? null;
    if (settled.has(ownerId) || (await events.neighbour(event, "asc"))) continue;
    settled.add(ownerId);
    const last = await events.last(ownerOf(timeline, event));
    if (last && (timeline.outlastsEnd || holds(last, now))) await events.setOwner(last);
  }
}

function ownerOf({ ownerColumn }: Timeline, event: Row) {
  const { projectId = null, [ownerColumn]: ownerId = null } = event;
  return { projectId, ownerId };
}

/** An event that has ended, such as an outage added later, does not determine the current value. */
function holds({ endsAt = null }: Row, now: string): boolean {
  return endsAt === null || String(endsAt) > now;
}
