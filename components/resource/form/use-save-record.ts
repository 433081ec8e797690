import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useRequest } from "@/components/errors/use-request";
import { changedColumns, type FormValues, toForm } from "@/components/fields/form-values";
import { changedByOthers } from "@/components/resource/saving/changed-by-others";
import { errorsByColumn } from "@/components/resource/saving/field-errors";
import { type Merge, threeWayMerge } from "@/components/resource/saving/three-way-merge";
import { notifyMerged } from "@/components/ui/toast/toast";
import { titleOf } from "@/components/words/field-title";
import { sentenceCase } from "@/components/words/sentence-case";
import type { DraftKey } from "@/lib/client/device/drafts";
import { isProblem } from "@/lib/client/http/problem";
import { recordQuery } from "@/lib/client/queries/queries";
import { type CreateOnce, createOnce } from "@/lib/client/saving/create-once";
import { updateRecord } from "@/lib/client/saving/mutations";
import { saveMerged } from "@/lib/client/saving/save-merged";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { dataToSend, type Inputs } from "./form-resolver";
import { useCreation } from "./use-creation";

/** The base of a form's changes: its initial values and their version. */
export interface Base {
  readonly values: FormValues;
  readonly etag: string | undefined;
}

/** A record as returned by a save. */
export interface Saved {
  readonly id: string;
  readonly etag: string | undefined;
  /** The data that was sent. */
  readonly data: JsonObject;
  /** The user kept typing during the save. */
  readonly isTypedOn: boolean;
}

interface SaveOptions {
  readonly resource: Resource;
  readonly project: string;
  /** The key of the form's draft. */
  readonly place: DraftKey;
  /** The id of the record that is edited; undefined for a new one. */
  readonly id: string | undefined;
  readonly form: UseFormReturn<Inputs>;
  readonly onRebase: (base: Base) => void;
  /** Called after every save. */
  readonly onSaved: (saved: Saved, sent: FormValues) => void;
  /** Called after a save while the form is mounted. */
  readonly onDone: (saved: Saved) => void;
}

/** A save that conflicts with a concurrent change: the merge and their version. */
interface Conflict {
  readonly merge: Merge;
  readonly theirs: Base;
  /** The values that were to be saved. */
  readonly sent: FormValues;
}

/**
 * Saves a form: creates the record, or sends the fields that differ from the base version.
 * Concurrent changes without a conflict are merged and saved with a toast; the others become
 * `conflict`.
 */
export function useSaveRecord(ask: SaveOptions) {
  const { resource, project, place, id, form, onRebase, onSaved, onDone } = ask;
  const client = useQueryClient();
  const [once] = useState(() => createOnce(place));
  const creation = useCreation(place);
  const [conflict, setConflict] = useState<Conflict | undefined>();
  const { send, isPending, error } = useRequest({
    failed: `${sentenceCase(resource.name)} not saved, draft kept`,
    onError: (failure) => shownOnFields(resource, form, failure),
  });

  const write = async (values: FormValues, from: Base): Promise<Saved> => {
    const operation = id === undefined ? "create" : "update";
    const data = dataToSend(resource, operation, from.values, values);
    const written = await writeRecord({ once, resource, project, id, data, etag: from.etag });
    const now = form.getValues() as FormValues;
    const saved = { ...written, data, isTypedOn: changedColumns(resource, values, now).length > 0 };
    onSaved(saved, values);
    return saved;
  };

  const create = (from: Base, now: FormValues) => creation.run(() => write(now, from));
  const save = (from: Base, now: FormValues) =>
    send(() => (id === undefined ? create(from, now) : merge(id, from, now)), onDone);

  const merge = (at: string, from: Base, now: FormValues) => {
    let sent = now;
    return saveMerged<Base, Merge, Saved>(
      {
        write,
        read: async () => {
          const read = await client.fetchQuery({ ...recordQuery(resource, at), staleTime: 0 });
          return { values: toForm(resource, read.record), etag: read.etag };
        },
        merge: (base, mine, theirs) => threeWayMerge(resource, base.values, mine, theirs.values),
        onMerge: (theirs, merged) => {
          if (merged.conflicts.length > 0) return setConflict({ merge: merged, theirs, sent });
          const others = changedByOthers(resource, at, merged.taken, theirs.values);
          notifyMerged(others.map(titleOf));
          continueFrom(theirs, sent, merged.values);
          sent = merged.values;
        },
        // Shown after the user left the form. The draft is kept.
        conflictAdvice: "Open the form again and save to resolve the conflict.",
      },
      from,
      now,
    );
  };

  /** Moves the form to the merged values. Fields that the merge leaves as sent keep newer input. */
  const continueFrom = (theirs: Base, sent: FormValues, values: FormValues) => {
    onRebase(theirs);
    for (const { name } of changedColumns(resource, sent, values)) {
      form.setValue(name, values[name]);
    }
  };

  const decide = async (decided: FormValues) => {
    if (!conflict) return;
    const values = { ...conflict.merge.values, ...decided };
    setConflict(undefined);
    continueFrom(conflict.theirs, conflict.sent, values);
    await save(conflict.theirs, values);
  };

  const leaveConflict = () => setConflict(undefined);
  const { isPendingElsewhere } = creation;
  return { save, isPending, isPendingElsewhere, error, conflict, decide, leaveConflict };
}

async function writeRecord(ask: {
  readonly once: CreateOnce;
  readonly resource: Resource;
  readonly project: string;
  readonly id: string | undefined;
  readonly data: JsonObject;
  readonly etag: string | undefined;
}): Promise<Pick<Saved, "id" | "etag">> {
  const { once, resource, project, id, data, etag } = ask;
  if (id === undefined) {
    const { record, etag: made } = await once(resource, { projectId: project, ...data });
    return { id: String(record._id), etag: made };
  }
  if (Object.keys(data).length === 0) return { id, etag };
  return { id, etag: await updateRecord(resource, { id, data, etag }) };
}

/**
 * Sets the server's validation errors on their fields. Returns the error that belongs to no field.
 */
function shownOnFields(resource: Resource, form: UseFormReturn<Inputs>, error: unknown): unknown {
  if (!isProblem(error, "validation") || error.faults.length === 0) return error;
  const faults = errorsByColumn(resource, error.faults);
  for (const [name, message] of faults) if (name !== "") form.setError(name, { message });
  return faults.get("");
}
