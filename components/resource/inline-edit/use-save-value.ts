import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useRequest } from "@/components/errors/use-request";
import { type FormValue, sameValue, toApiValue, toForm } from "@/components/fields/form-values";
import { errorsByColumn } from "@/components/resource/saving/field-errors";
import { type Merge, threeWayMerge } from "@/components/resource/saving/three-way-merge";
import { undoData, useUndo } from "@/components/resource/saving/use-undo";
import { notify, notifyMerged } from "@/components/ui/toast/toast";
import { titleOf } from "@/components/words/field-title";
import { explain, isProblem } from "@/lib/client/http/problem";
import { type RecordRead, recordQuery } from "@/lib/client/queries/queries";
import { showSaved, useUpdate } from "@/lib/client/saving/mutations";
import { type MergePlan, saveMerged } from "@/lib/client/saving/save-merged";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";

/** A conflict on one value: their value and its version. */
export interface ValueConflict {
  readonly theirs: FormValue;
  readonly read: RecordRead;
}

interface Ask {
  readonly resource: Resource;
  readonly column: Column;
  readonly id: string;
  /** Called only while the editor is mounted. */
  readonly onSaved: () => void;
}

/**
 * Saves one value of a record against the base version. The update is optimistic and rolled back on
 * an error. Concurrent changes to other fields are kept, with a toast. A change to the same value
 * becomes `clash`; saving again then overwrites it.
 */
export function useSaveValue({ resource, column, id, onSaved }: Ask) {
  const client = useQueryClient();
  const undo = useUndo(resource, id);
  const [clash, setClash] = useState<ValueConflict | undefined>();
  const update = useUpdate(resource);
  const { send, isPending, error } = useRequest({ failed: `${titleOf(column)} not saved` });

  const plan: MergePlan<RecordRead, Merge, void> = {
    read: () => client.fetchQuery({ ...recordQuery(resource, id), staleTime: 0 }),
    write: async (values, from) => {
      const data = { [column.name]: toApiValue(column.field, values[column.name] ?? null) };
      const etag = await update.mutateAsync({ id, data, etag: from.etag });
      const back = undoData(resource, from.record, data);
      showSaved(client, resource, from, { id, data, etag });
      notify({
        title: `${titleOf(column)} saved`,
        ...(back && { action: { label: "Undo", onPress: () => void undo(back, etag) } }),
      });
    },
    merge: (from, mine, theirs) =>
      threeWayMerge(resource, toForm(resource, from.record), mine, toForm(resource, theirs.record)),
    onMerge: (theirs, { conflicts: [conflict], taken }) => {
      if (conflict) setClash({ theirs: conflict.theirs, read: theirs });
      else notifyMerged(taken.map(titleOf));
    },
  };

  const save = (value: FormValue, begun: RecordRead) => {
    const from = clash?.read ?? begun;
    if (sameValue(column.field, valueIn(resource, column, from), value)) return onSaved();
    const mine = { ...toForm(resource, from.record), [column.name]: value };
    void send(() => saveMerged(plan, from, mine), onSaved);
  };

  const problem = error === undefined ? undefined : wordsFor(resource, column, error);
  return { save, problem, clash, isPending };
}

/** Returns a record's value as its input holds it before any typing. */
export function valueIn(resource: Resource, { name }: Column, { record }: RecordRead): FormValue {
  return toForm(resource, record)[name] ?? null;
}

function wordsFor(resource: Resource, column: Column, error: unknown): string {
  if (!isProblem(error, "validation")) return explain(error);
  const faults = errorsByColumn(resource, error.faults);
  return faults.get(column.name) ?? ([...faults.values()].join(" ") || explain(error));
}
