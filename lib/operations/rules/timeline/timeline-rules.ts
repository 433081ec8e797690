import type { Draft, Rules, Transaction } from "@/lib/operations/transaction/transaction";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { refuseEndBeforeStart } from "./time-order";
import {
  endBefore,
  isUnder,
  lastEvent,
  neighbour,
  setEnd,
  setOwner,
  startAfter,
  type Timeline,
} from "./timeline";

/**
 * Returns the rules of events that clients write. An event is inserted in time order, and the last
 * one sets its owner's value.
 */
export function timelineRules(timeline: Timeline): Rules {
  return {
    async beforeCreate(transaction, draft) {
      draft.startsAt ??= transaction.now;
      refuseEndBeforeStart(draft);
      draft.endsAt ??= await startAfter(transaction, timeline, draft);
    },
    async afterCreate(transaction, row) {
      await endBefore(transaction, timeline, row);
      await follow(transaction, timeline, [row]);
    },
    async beforeUpdate(transaction, before, patch) {
      await endAgain(transaction, timeline, before, patch);
      if (patch.endsAt !== undefined) refuseEndBeforeStart({ ...before, ...patch });
    },
    async afterUpdate(transaction, before, after) {
      if (movesAt(timeline, before, after)) await relink(transaction, timeline, before, after);
      if (saysOtherwise(timeline, before, after))
        await follow(transaction, timeline, [before, after]);
    },
    async afterRemove(transaction, row) {
      const previous = await neighbour(transaction, timeline, row, "desc");
      const next = await neighbour(transaction, timeline, row, "asc");
      if (previous === undefined) return;
      if (touches(previous, row)) {
        await setEnd(transaction, timeline, previous, next ? next.startsAt : row.endsAt);
      }
      if (next === undefined) await setOwner(transaction, timeline, previous);
    },
  };
}

/** Sets the end of a moved event to the start of the next one, unless another end was sent. */
async function endAgain(
  transaction: Transaction,
  timeline: Timeline,
  before: Row,
  patch: Draft,
): Promise<void> {
  const moved = { ...before, ...patch };
  if (patch.endsAt !== undefined || !movesAt(timeline, before, moved)) return;
  const wasLinked = before.endsAt === (await startAfter(transaction, timeline, before));
  const next = await startAfter(transaction, timeline, moved);
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
async function relink(
  transaction: Transaction,
  timeline: Timeline,
  was: Row,
  is: Row,
): Promise<void> {
  const old = await neighbour(transaction, timeline, was, "desc");
  const present = await neighbour(transaction, timeline, is, "desc");
  const linked = old !== undefined && touches(old, was);
  if (linked && old._id !== present?._id) {
    const next = await neighbour(transaction, timeline, was, "asc");
    await setEnd(transaction, timeline, old, next ? next.startsAt : was.endsAt);
  }
  if (present === undefined) return;
  const follows = linked && old._id === present._id;
  if (follows || isUnder(present, is)) await setEnd(transaction, timeline, present, is.startsAt);
}

function touches(previous: Row, event: Row): boolean {
  return typeof event.startsAt === "string" && previous.endsAt === event.startsAt;
}

/** Gives the owners of these events their last event's value, if one of these is or was last. */
async function follow(
  transaction: Transaction,
  timeline: Timeline,
  versions: readonly Row[],
): Promise<void> {
  const settled = new Set<JsonValue>();
  for (const event of versions) {
    const ownerId = event[timeline.ownerColumn] ?? null;
    if (settled.has(ownerId) || (await neighbour(transaction, timeline, event, "asc"))) continue;
    settled.add(ownerId);
    const last = await lastEvent(transaction, timeline, event.projectId ?? null, ownerId);
    if (last && (timeline.outlastsEnd || holds(last, transaction.now)))
      await setOwner(transaction, timeline, last);
  }
}

/** An event that has ended, such as an outage added later, does not determine the current value. */
function holds({ endsAt = null }: Row, now: string): boolean {
  return endsAt === null || String(endsAt) > now;
}
