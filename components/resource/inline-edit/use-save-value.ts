import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifyFailure } from "@/components/errors/notify-failure";
import { useErrorWords } from "@/components/errors/use-error-words";
import { useRequest } from "@/components/errors/use-request";
import { type FormValue, sameValue, toApiValue, toForm } from "@/components/fields/form-values";
import { changedByOthers } from "@/components/resource/saving/changed-by-others";
import { errorsByColumn } from "@/components/resource/saving/field-errors";
import { type Merge, threeWayMerge } from "@/components/resource/saving/three-way-merge";
import { undoData, useUndo } from "@/components/resource/saving/use-undo";
import { notify, notifyMerged } from "@/components/ui/toast/toast";
import { titleOf } from "@/components/words/field-title";
import { isProblem } from "@/lib/client/http/problem";
import { keys, type RecordRead, recordQuery } from "@/lib/client/queries/queries";
import { showSaved, useUpdate } from "@/lib/client/saving/mutations";
import { type MergePlan, SaveConflict, saveMerged } from "@/lib/client/saving/save-merged";
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
  /** Returns whether the input has changed since this value was sent. */
  readonly isTypedOn: (sent: FormValue) => boolean;
  /** Returns true while the editor is on a tab that is not selected. It shows no errors then. */
  readonly isHidden: () => boolean;
  /**
   * Called only while the editor is mounted. `next` is the base version of input that has changed
   * since the value was sent; undefined without such input.
   */
  readonly onSaved: (next?: RecordRead) => void;
  /** Called after each save, also after the editor is unmounted, with the value that was sent. */
  readonly onWritten?: (sent: FormValue) => void;
  /** Refetches what the change may affect. By default everything. */
  readonly refresh?: (client: QueryClient) => Promise<void>;
}

/**
 * Saves one value of a record against the base version. The update is optimistic and rolled back on
 * an error. Concurrent changes to other fields are kept, with a toast. A change to the same value
 * becomes `clash`; saving again then overwrites it.
 */
export function useSaveValue(ask: Ask) {
  const { resource, column, id, isTypedOn, isHidden, onSaved } = ask;
  const client = useQueryClient();
  const undo = useUndo(resource, id);
  const [clash, setClash] = useState<ValueConflict | undefined>();
  const update = useUpdate(resource, ask.refresh);
  const failed = `${titleOf(column)} not saved`;
  const tellIfHidden = (failure: unknown) => {
    if (isHidden()) notifyFailure(failed, failure);
    return failure;
  };
  const { send, isPending, error } = useRequest({ failed, onError: tellIfHidden });

  const planFor = (value: FormValue): MergePlan<RecordRead, Merge, RecordRead | undefined> => ({
    read: () => client.fetchQuery({ ...recordQuery(resource, id), staleTime: 0 }),
    write: async (values, from) => {
      const data = { [column.name]: toApiValue(column.field, values[column.name] ?? null) };
      const etag = await update.mutateAsync({ id, data, etag: from.etag });
      // The base has the value already if only the reply to an earlier request was lost.
      const isChanged = !sameValue(column.field, valueIn(resource, column, from), value);
      const back = isChanged ? undoData(resource, from.record, data) : undefined;
      const saved = showSaved(client, resource, from, { id, data, etag });
      ask.onWritten?.(value);
      const isOutdated = isTypedOn(value);
      notify({
        title: `${titleOf(column)} saved`,
        ...(isOutdated && { detail: "Later changes are not saved yet." }),
        ...(back && { action: { label: "Undo", onPress: () => void undo(back, etag) } }),
      });
      return isOutdated ? saved : undefined;
    },
    merge: (from, mine, theirs) =>
      threeWayMerge(resource, toForm(resource, from.record), mine, toForm(resource, theirs.record)),
    onMerge: (theirs, { conflicts: [conflict], taken }) => {
      if (!conflict) {
        const others = changedByOthers(resource, id, taken, toForm(resource, theirs.record));
        return notifyMerged(others.map(titleOf));
      }
      setClash({ theirs: conflict.theirs, read: theirs });
      tellIfHidden(new SaveConflict("Open the tab Overview to resolve the conflict."));
    },
  });

  // An earlier change may have been rejected since. The cached record lacks it then.
  const sameVersion = (begun: RecordRead) => {
    const held = client.getQueryData<RecordRead>(keys.get(resource, id));
    return held && held.etag === begun.etag ? held : begun;
  };

  const save = (value: FormValue, begun: RecordRead) => {
    const from = clash?.read ?? sameVersion(begun);
    if (sameValue(column.field, valueIn(resource, column, from), value)) return onSaved();
    const mine = { ...toForm(resource, from.record), [column.name]: value };
    void send(
      () => saveMerged(planFor(value), from, mine),
      (next) => {
        setClash(undefined);
        onSaved(next);
      },
    );
  };

  const words = useErrorWords(error);
  const problem = error === undefined ? undefined : wordsFor(ask, error, words);
  return { save, problem, clash, isPending };
}

/** Returns a record's value as its input holds it before any typing. */
export function valueIn(resource: Resource, { name }: Column, { record }: RecordRead): FormValue {
  return toForm(resource, record)[name] ?? null;
}

function wordsFor({ resource, column }: Ask, error: unknown, words: string): string {
  if (!isProblem(error, "validation")) return words;
  const faults = errorsByColumn(resource, error.faults);
  return faults.get(column.name) ?? ([...faults.values()].join(" ") || words);
}
