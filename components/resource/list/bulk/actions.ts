import { lifecycleOf, type Step, stepsFrom } from "@/lib/client/lifecycle";
import { createRecord, deleteRecord, updateRecord } from "@/lib/client/mutations";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** Something to do to each of several records. */
export interface BulkAction {
  /** "Delete", "Set severity". */
  readonly verb: string;
  /** "deleted", "changed": what the records are then. */
  readonly done: string;
  readonly isDanger: boolean;
  readonly act: (id: string) => Promise<unknown>;
}

/** Deletes each. */
export function deleting(resource: Resource): BulkAction {
  return {
    verb: "Delete",
    done: "deleted",
    isDanger: true,
    act: (id) => deleteRecord(resource, id),
  };
}

/** Sets one field of each to the same value. */
export function setting(
  resource: Resource,
  column: string,
  title: string,
  value: JsonValue,
): BulkAction {
  return {
    verb: `Set ${title.toLowerCase()}`,
    done: "changed",
    isDanger: false,
    act: (id) => updateRecord(resource, { id, data: { [column]: value } }),
  };
}

/** Moves each on to a state, by an event of its own. */
export function stepping(resource: Resource, projectId: string, step: Step): BulkAction {
  const lifecycle = lifecycleOf(resource);
  return {
    verb: step.name,
    done: step.done,
    isDanger: false,
    act: async (id) => {
      if (!lifecycle) throw new Error(`A ${resource.name} has no states to move through.`);
      const { timeline, owner, begins } = lifecycle;
      const data = { projectId, [owner.name]: id, [begins.name]: step.state._id ?? null };
      await createRecord(timeline, data);
    },
  };
}

/** The steps that at least one record in the first state could take: what several may be offered. */
export function possibleSteps(resource: Resource, states: readonly Row[]): readonly Step[] {
  const lifecycle = lifecycleOf(resource);
  return lifecycle ? stepsFrom(lifecycle, {}, states) : [];
}
