"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type BulkItem, type Outcome, writeMany } from "@/lib/client/bulk";
import { refreshAll } from "@/lib/client/mutations";
import type { Resource } from "@/lib/schema/resource";
import { type BulkAction, itemsOf, type Plan } from "./actions";

/** What was done, and what it takes to put it back. */
export interface BulkResult {
  readonly action: BulkAction;
  readonly plan: Plan;
  readonly outcomes: readonly Outcome[];
  /** It was the undoing of another. */
  readonly isUndo: boolean;
}

/** A write of many records under way. */
interface RunningBulk {
  readonly tried: number;
  readonly of: number;
  readonly stop: () => void;
}

/** Runs actions on many records, one at a time. */
export function useBulk(resource: Resource) {
  const client = useQueryClient();
  const isStopped = useRef(false);
  const [running, setRunning] = useState<RunningBulk>();
  const write = async (
    action: BulkAction,
    plan: Plan,
    items: readonly BulkItem[],
    isUndo: boolean,
  ): Promise<BulkResult> => {
    isStopped.current = false;
    const stop = () => {
      isStopped.current = true;
    };
    const tell = (tried: number) => setRunning({ tried, of: items.length, stop });
    tell(0);
    const outcomes = await writeMany({
      ...{ resource, items, onProgress: tell },
      writing: action.writing,
      data: isUndo ? undefined : action.data,
      isStopped: () => isStopped.current,
    });
    await refreshAll(client);
    setRunning(undefined);
    return { action, plan, outcomes, isUndo };
  };
  return {
    running,
    run: (action: BulkAction, plan: Plan) => write(action, plan, itemsOf(plan), false),
    /** Sends the values before with the versions after: who changed a record since is not overwritten. */
    undo: ({ action, plan, outcomes }: BulkResult) =>
      write(action, plan, undoItems(action, plan, outcomes), true),
  };
}

function undoItems(action: BulkAction, plan: Plan, outcomes: readonly Outcome[]): BulkItem[] {
  const name = action.column?.name ?? "";
  const before = new Map(plan.frozen.map(({ record }) => [String(record._id), record[name]]));
  return outcomes.flatMap(({ id, etag, problem }) =>
    problem === undefined && etag !== undefined
      ? [{ id, etag, data: { [name]: before.get(id) ?? null } }]
      : [],
  );
}
