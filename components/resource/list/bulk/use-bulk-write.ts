import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { inSentence } from "@/components/words/sentence-case";
import { explain, isProblem } from "@/lib/client/http/problem";
import { snapshotRecords, withIds } from "@/lib/client/queries/queries";
import { type BulkItem, type BulkWrite, type Outcome, writeMany } from "@/lib/client/saving/bulk";
import { refreshAll } from "@/lib/client/saving/mutations";
import type { Resource } from "@/lib/schema/resource";
import { type BulkAction, itemsOf, type Plan } from "./bulk-actions";

/** The result of a bulk write, with the data to undo it. */
export interface BulkResult {
  readonly action: BulkAction;
  readonly plan: Plan;
  readonly outcomes: readonly Outcome[];
  /** This result is itself an undo. */
  readonly isUndo: boolean;
  /** The outcomes that an undo did not reach, because the device was offline for example. */
  readonly rest?: readonly Outcome[];
}

/** A bulk write in progress. */
interface RunningBulk {
  readonly tried: number;
  readonly of: number;
  readonly stop: () => void;
}

/** Runs bulk actions, one at a time. */
export function useBulkWrite(resource: Resource) {
  const client = useQueryClient();
  const isStopped = useRef(false);
  const [running, setRunning] = useState<RunningBulk>();
  const stop = () => {
    isStopped.current = true;
  };
  const tell = (tried: number, of: number) => setRunning({ tried, of, stop });
  /** Marks the write as running at once, so that it cannot start twice, until `work` is done. */
  const whileTold = async (
    items: readonly BulkItem[],
    work: () => Promise<readonly Outcome[]>,
  ): Promise<readonly Outcome[]> => {
    isStopped.current = false;
    tell(0, items.length);
    try {
      return await work();
    } catch (error) {
      const problem = explain(error);
      const isUnsent = isProblem(error) && error.isUnsent;
      return items.map(({ id }) => ({ id, problem, isUnsent }));
    } finally {
      // The screen refetches in the background; the outcome is already known.
      void refreshAll(client, resource);
      setRunning(undefined);
    }
  };
  const write = (ask: Ask) =>
    writeMany({
      ...{ resource, ...ask, onProgress: (tried) => tell(tried, ask.items.length) },
      isStopped: () => isStopped.current,
    });
  const step = async (event: NonNullable<BulkAction["event"]>, items: readonly BulkItem[]) => {
    const { same, changed } = await splitUnchanged(resource, items);
    const events = same.map(({ id }) => ({ id, data: event.of(id) }));
    const made = await write({ resource: event.timeline, writing: "create", items: events });
    return [...made, ...changed];
  };
  return {
    running,
    run: async (action: BulkAction, plan: Plan): Promise<BulkResult> => {
      const { event, writing, data } = action;
      const items = itemsOf(action, plan);
      const work = () => (event ? step(event, items) : write({ writing, data, items }));
      return { action, plan, outcomes: await whileTold(items, work), isUndo: false };
    },
    /** Sends the old values with the new versions. Records changed since are not overwritten. */
    undo: async ({ action, plan, outcomes: done }: BulkResult): Promise<BulkResult> => {
      const { event } = action;
      const back = event
        ? { resource: event.timeline, writing: "delete" as const, items: eventsOf(done) }
        : { writing: action.writing, items: undoItems(action, plan, done) };
      const outcomes = await whileTold(back.items, () => write(back));
      return { action, plan, outcomes, isUndo: true, rest: unreached(done, outcomes) };
    },
  };
}

type Ask = Pick<BulkWrite, "writing" | "items"> & Partial<Pick<BulkWrite, "resource" | "data">>;

/** An event cannot require a version, so the versions are read again before events are sent. */
async function splitUnchanged(resource: Resource, items: readonly BulkItem[]) {
  const now = await snapshotRecords(resource, withIds(items.map(({ id }) => id)));
  const etags = new Map(now.map(({ record, etag }) => [String(record._id), etag]));
  const same = items.filter(({ id, etag }) => etags.get(id) === etag);
  const problem = `This ${inSentence(resource.name)} changed after the preview and was skipped.`;
  const changed = items
    .filter((item) => !same.includes(item))
    .map(({ id }): Outcome => ({ id, problem }));
  return { same, changed };
}

/** Returns the writes that an undo was not sent for. Repeating an unknown one would be refused. */
function unreached(done: readonly Outcome[], undone: readonly Outcome[]): Outcome[] {
  const reached = new Set(undone.filter(({ isUnsent }) => !isUnsent).map(({ id }) => id));
  return done.filter(({ id, problem }) => problem === undefined && !reached.has(id));
}

/** Returns the events that were added, each with the id of the record it moved on. */
function eventsOf(outcomes: readonly Outcome[]): BulkItem[] {
  return outcomes.flatMap(({ id, written, problem }) =>
    problem === undefined && written !== undefined ? [{ id, written }] : [],
  );
}

function undoItems(action: BulkAction, plan: Plan, outcomes: readonly Outcome[]): BulkItem[] {
  const name = action.column?.name ?? "";
  const before = new Map(plan.records.map(({ record }) => [String(record._id), record[name]]));
  return outcomes.flatMap(({ id, etag, problem }) =>
    problem === undefined && etag !== undefined
      ? [{ id, etag, data: { [name]: before.get(id) ?? null } }]
      : [],
  );
}
