import type { FormValue } from "@/components/fields/form-values";
import { toApiValue } from "@/components/fields/form-values";
import { titleOf } from "@/components/words/field-title";
import { mayUse, type ProjectContext } from "@/lib/client/project/project";
import type { BulkItem, RecordSnapshot } from "@/lib/client/saving/bulk";
import { lifecycleOf } from "@/lib/client/saving/lifecycle";
import { type Step, stepsFrom } from "@/lib/client/saving/steps";
import type { JsonObject } from "@/lib/schema/json";
import { unreadableKinds } from "@/lib/schema/kinds/operators";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Column } from "@/lib/schema/shape";
import { isEmptyValue } from "./is-empty-value";
import { alreadyHas, alreadyIs, type SkipReason } from "./skip-reasons";

/** Something to do to each of several records. */
export interface BulkAction {
  /** "Delete", "Set severity". */
  readonly verb: string;
  /** The verb as it stands before how many of what: "Delete", "Set severity of". */
  readonly verbBefore: string;
  /** "deleted", "changed": what the records are then. */
  readonly done: string;
  readonly writing: "update" | "delete";
  /** What is set, and to what; absent for what sets nothing. */
  readonly column?: Column;
  readonly data?: JsonObject;
  /** What is set where it differs from record to record; stands in for `data`. */
  readonly dataOf?: (record: Row) => JsonObject;
  readonly isUndoable: boolean;
  /** Set where a record is not written itself but moved on by an event: who may add one need not be able to edit it. */
  readonly event?: {
    readonly timeline: Resource;
    /** The event for a record. */
    readonly of: (id: string) => JsonObject;
  };
  /** What else comes of it. */
  readonly sideEffects?: string;
  /** Why it is not done to a record; undefined where it is. */
  readonly skipReason?: (record: Row) => SkipReason | undefined;
}

/** Deletes each. */
export const deleteAction: BulkAction = {
  verb: "Delete",
  verbBefore: "Delete",
  done: "deleted",
  writing: "delete",
  isUndoable: false,
};

/** Sets one field of each to the same value; those that hold it are passed over. */
export function setFieldAction(column: Column, value: FormValue): BulkAction {
  const verb = `Set ${titleOf(column).toLowerCase()}`;
  const wanted = toApiValue(column.field, value);
  // What nobody may read back cannot be compared or put back either.
  const isReadable = !unreadableKinds.has(column.field.kind);
  return {
    ...{ verb, verbBefore: `${verb} of` },
    done: "changed",
    writing: "update",
    column,
    data: { [column.name]: wanted },
    isUndoable: isReadable,
    ...(isReadable && {
      skipReason: (record: Row) => {
        if (isEmptyValue(wanted))
          return isEmptyValue(record[column.name]) ? alreadyIs("empty") : undefined;
        const isSame = JSON.stringify(record[column.name]) === JSON.stringify(wanted);
        return isSame ? alreadyHas("this value") : undefined;
      },
    }),
  };
}

/** How this person may move records on: by a new state of the record, or else by an event of its timeline. */
export function stepMethod(
  context: ProjectContext,
  resource: Resource,
): "update" | "event" | "none" {
  const lifecycle = lifecycleOf(resource);
  if (!lifecycle) return "none";
  // A record can be held to the version that was counted, which an event cannot.
  if (mayUse(context, resource, "update")) return "update";
  const { events } = lifecycle;
  return events && mayUse(context, events.timeline, "create") ? "event" : "none";
}

/** Moves each on to a state; those that cannot take the step are passed over. */
export function stepAction(
  context: ProjectContext,
  resource: Resource,
  step: Step,
  states: readonly Row[],
): BulkAction {
  const lifecycle = lifecycleOf(resource);
  if (!lifecycle) throw new Error(`A ${resource.name} has no states to move through.`);
  const { state, events } = lifecycle;
  const to = step.state._id ?? null;
  const projectId = context.project._id;
  const byEvent = stepMethod(context, resource) === "event" ? events : undefined;
  const lettingGo = step.done === "resolved" && resource.fields.changeMonitorStatusTo !== undefined;
  return {
    verb: step.name,
    verbBefore: step.name,
    done: step.done,
    writing: "update",
    column: state,
    data: { [state.name]: to },
    isUndoable: !byEvent || mayUse(context, byEvent.timeline, "delete"),
    ...(byEvent && {
      event: {
        timeline: byEvent.timeline,
        of: (id: string) => ({ projectId, [byEvent.owner.name]: id, [byEvent.begins.name]: to }),
      },
    }),
    ...(lettingGo && { sideEffects: monitorsRelease }),
    skipReason: (record) => {
      const isOpen = stepsFrom(lifecycle, record, states).some(({ name }) => name === step.name);
      if (isOpen) return undefined;
      const present = states.find(({ _id }) => _id === record[state.name]);
      return alreadyIs(String(present?.name ?? step.done).toLowerCase());
    },
  };
}

const monitorsRelease =
  "Their monitors then show the worst status of their other open incidents, or are operational. Undo changes them back.";

/** The steps that at least one record in the first state could take: what several may be offered. */
export function possibleSteps(resource: Resource, states: readonly Row[]): readonly Step[] {
  const lifecycle = lifecycleOf(resource);
  return lifecycle ? stepsFrom(lifecycle, {}, states) : [];
}

/** What is to be written, and how many records are passed over, by the reason. */
export interface Plan {
  readonly records: readonly RecordSnapshot[];
  readonly skipped: readonly SkippedRecords[];
  /** How many of those selected are not there any more. */
  readonly missingCount: number;
}

interface SkippedRecords {
  readonly reason: SkipReason;
  readonly count: number;
}

/** Those of the records counted that an action is for. */
export function makePlan(
  action: BulkAction,
  all: readonly RecordSnapshot[],
  selected: number,
): Plan {
  const counts = new Map<string, SkippedRecords>();
  const frozen = all.filter(({ record }) => {
    const reason = action.skipReason?.(record);
    if (reason) counts.set(reason.one, { reason, count: (counts.get(reason.one)?.count ?? 0) + 1 });
    return reason === undefined;
  });
  return { records: frozen, skipped: [...counts.values()], missingCount: selected - all.length };
}

/** The items of a plan: each record at the version that was counted, with what is set of it alone. */
export function itemsOf({ dataOf }: BulkAction, { records: frozen }: Plan): readonly BulkItem[] {
  return frozen.map(({ record, etag }) => ({
    ...{ id: String(record._id), etag },
    ...(dataOf && { data: dataOf(record) }),
  }));
}

/** What an action sets of a record; undefined when it sets nothing. */
export function dataFor({ data, dataOf }: BulkAction, record: Row): JsonObject | undefined {
  return dataOf ? dataOf(record) : data;
}
