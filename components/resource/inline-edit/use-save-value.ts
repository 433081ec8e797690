"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type FormValue, sameValue, toApiValue, toForm } from "@/components/fields/form-values";
import { errorsByColumn } from "@/components/resource/saving/field-errors";
import { threeWayMerge } from "@/components/resource/saving/three-way-merge";
import { undoData } from "@/components/resource/saving/undo-data";
import { useUndo } from "@/components/resource/saving/use-undo";
import { notify } from "@/components/ui/toast/toast";
import { useIsMounted } from "@/components/ui/use-is-mounted";
import { titleOf } from "@/components/words/field-title";
import { explain, isProblem } from "@/lib/client/http/problem";
import { type RecordRead, recordQuery } from "@/lib/client/queries/queries";
import { showSaved, useUpdate } from "@/lib/client/saving/mutations";
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
 * becomes `clash`; saving again then overwrites it. An error after the editor is unmounted is shown
 * in a toast.
 */
export function useSaveValue({ resource, column, id, onSaved }: Ask) {
  const client = useQueryClient();
  const undo = useUndo(resource, id);
  const [problem, setProblem] = useState<string | undefined>();
  const [clash, setClash] = useState<ValueConflict | undefined>();
  const [isSaving, setSaving] = useState(false);
  const update = useUpdate(resource);
  const isMounted = useIsMounted();
  const refused = (why: string) => {
    if (isMounted()) setProblem(why);
    else notify({ title: `${titleOf(column)} not saved`, detail: why, tone: "danger" });
  };

  const write = async (value: FormValue, from: RecordRead, tries: number): Promise<void> => {
    const data = { [column.name]: toApiValue(column.field, value) };
    try {
      const etag = await update.mutateAsync({ id, data, etag: from.etag });
      const back = undoData(resource, from.record, data);
      showSaved(client, resource, from, { id, data, etag });
      notify({
        title: `${titleOf(column)} saved`,
        ...(back && { action: { label: "Undo", onPress: () => void undo(back, etag) } }),
      });
      if (isMounted()) onSaved();
    } catch (error) {
      if (tries > 0 && isProblem(error, "precondition_failed")) await again(value, from, tries);
      else refused(wordsFor(resource, column, error));
    }
  };

  const again = async (value: FormValue, from: RecordRead, tries: number) => {
    const theirs = await client.fetchQuery({ ...recordQuery(resource, id), staleTime: 0 });
    const now = toForm(resource, theirs.record);
    const begun = toForm(resource, from.record);
    const { conflicts: clashes, taken } = threeWayMerge(
      resource,
      begun,
      { ...begun, [column.name]: value },
      now,
    );
    if (clashes.length > 0) {
      if (!isMounted()) return refused("Another user changed this value. Their value was kept.");
      return setClash({ theirs: now[column.name] ?? null, read: theirs });
    }
    if (taken.length > 0) {
      const detail = `Their changes to ${taken.map(titleOf).join(", ")} were kept.`;
      notify({ title: "Another user also changed this record", detail });
    }
    await write(value, theirs, tries - 1);
  };

  const save = async (value: FormValue, begun: RecordRead) => {
    const from = clash?.read ?? begun;
    setProblem(undefined);
    if (sameValue(column.field, valueIn(resource, column, from), value)) return onSaved();
    setSaving(true);
    await write(value, from, 3).catch((error: unknown) => refused(explain(error)));
    setSaving(false);
  };

  return { save, problem, clash, isSaving };
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
