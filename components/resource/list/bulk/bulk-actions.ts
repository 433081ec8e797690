import type { FormValue } from "@/components/fields/form-values";
import { toApiValue } from "@/components/fields/form-values";
import { titleOf } from "@/components/words/field-title";
import { mayUse, type ProjectContext } from "@/lib/client/project/project";
import type { RecordSnapshot } from "@/lib/client/queries/queries";
import type { BulkItem } from "@/lib/client/saving/bulk";
import { lifecycleOf } from "@/lib/client/saving/lifecycle";
import { type Step, type StepMethod, stepsFrom } from "@/lib/client/saving/state-transitions";
import type { JsonObject } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Column } from "@/lib/schema/shape";
import { isEmptyValue } from "./is-empty-value";
import { alreadyHas, alreadyIs, type SkipReason } from "./skip-reasons";

/** An action on each of several records. */
export interface BulkAction {
  /** "Delete", "Set severity". */
  readonly verb: string;
  /** The verb before the count: "Delete", "Set severity of". */
  readonly verbBefore: string;
  /** The past participle: "deleted", "changed". */
  readonly done: string;
  readonly writing: "update" | "delete";
  /** The column that is set, and its value; absent for an action that sets nothing. */
  readonly column?: Column;
  readonly data?: JsonObject;
  /** The data of each record where it differs between records; replaces `data`. */
  readonly dataOf?: (record: Row) => JsonObject;
  readonly isUndoable: boolean;
  /**
   * Present if a record is moved on by an event instead of an update. The two need different
   * permissions.
   */
  readonly event?: {
    readonly timeline: Resource;
    /** Returns the event for a record. */
    readonly of: (id: string) => JsonObject;
  };
  /** Further effects of the action. */
  readonly sideEffects?: string;
  /** Returns why a record is skipped, or undefined if it is not. */
  readonly skipReason?: (record: Row) => SkipReason | undefined;
}

/** Deletes each record. */
export const deleteAction: BulkAction = {
  verb: "Delete",
  verbBefore: "Delete",
  done: "deleted",
  writing: "delete",
  isUndoable: false,
};

/** Sets one field of each record to the same value. Records that hold it already are skipped. */
export function setFieldAction(column: Column, value: FormValue): BulkAction {
  const verb = `Set ${titleOf(column).toLowerCase()}`;
  const wanted = toApiValue(column.field, value);
  // A write-only value cannot be compared or restored.
  const isReadable = !kindOf(column.field).isSecret;
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

/**
 * Returns how the user has permission to change states: by an update of the record, or else by an
 * event of its timeline.
 */
export function bulkStepMethod(context: ProjectContext, resource: Resource): StepMethod {
  const lifecycle = lifecycleOf(resource);
  if (!lifecycle) return "none";
  // An update can require the version that was read, an event cannot.
  if (mayUse(context, resource, "update")) return "update";
  const { events } = lifecycle;
  return events && mayUse(context, events.timeline, "create") ? "event" : "none";
}

/** Moves each record to a state. Records that cannot take the step are skipped. */
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
  const byEvent = bulkStepMethod(context, resource) === "event" ? events : undefined;
  const lettingGo = step.done === "resolved" && resource.lifecycle?.alsoChanges !== undefined;
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
  "Their monitors get the worst status of their other open incidents, or become operational. Undo restores them.";

/** Returns the steps that at least one record in the first state could take. */
export function possibleSteps(resource: Resource, states: readonly Row[]): readonly Step[] {
  const lifecycle = lifecycleOf(resource);
  return lifecycle ? stepsFrom(lifecycle, {}, states) : [];
}

/** The records to write, and the number of skipped records by reason. */
export interface Plan {
  readonly records: readonly RecordSnapshot[];
  readonly skipped: readonly SkippedRecords[];
  /** The number of selected records that no longer exist. */
  readonly missingCount: number;
}

interface SkippedRecords {
  readonly reason: SkipReason;
  readonly count: number;
}

/** Selects the records of a snapshot that an action applies to. */
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

/**
 * Returns the items of a plan: each record at its version in the snapshot, with its own data if it
 * differs.
 */
export function itemsOf({ dataOf }: BulkAction, { records: frozen }: Plan): readonly BulkItem[] {
  return frozen.map(({ record, etag }) => ({
    ...{ id: String(record._id), etag },
    ...(dataOf && { data: dataOf(record) }),
  }));
}

/** Returns the data that an action sets on a record, or undefined if it sets nothing. */
export function dataFor({ data, dataOf }: BulkAction, record: Row): JsonObject | undefined {
  return dataOf ? dataOf(record) : data;
}
