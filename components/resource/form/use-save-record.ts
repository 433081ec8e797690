"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { notifyFailure } from "@/components/errors/notify-failure";
import { changedColumns, type FormValues, toForm } from "@/components/fields/form-values";
import { errorsByColumn } from "@/components/resource/saving/field-errors";
import { type Merge, threeWayMerge } from "@/components/resource/saving/three-way-merge";
import { notify } from "@/components/ui/toast/toast";
import { titleOf } from "@/components/words/field-title";
import { sentenceCase } from "@/components/words/sentence-case";
import { isProblem } from "@/lib/client/http/problem";
import { recordQuery } from "@/lib/client/queries/queries";
import { createRecord, updateRecord } from "@/lib/client/saving/mutations";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { dataToSend, type Inputs } from "./form-resolver";

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
}

/** What the user did during the save: waited, left the form, or kept typing. */
export type UserActivity = "waited" | "left" | "typedOn";

interface SaveOptions {
  readonly resource: Resource;
  readonly project: string;
  /** The id of the record that is edited; undefined for a new one. */
  readonly id: string | undefined;
  readonly form: UseFormReturn<Inputs>;
  /** Whether the form is still mounted. */
  readonly isMounted: () => boolean;
  readonly onRebase: (base: Base) => void;
  /** Receives the values that were sent. The form may hold newer ones by then. */
  readonly onSaved: (saved: Saved, sent: FormValues) => void;
}

/** A save that conflicts with a concurrent change: the merge and their version. */
export interface Conflict {
  readonly merge: Merge;
  readonly theirs: Base;
  /** The values that were to be saved. */
  readonly sent: FormValues;
}

/**
 * Saves a form: creates the record, or sends the fields that differ from the base version.
 * Concurrent changes without a conflict are merged and saved with a toast; the others become
 * `conflict`. Runs one save at a time. An error after the user left the form is shown in a toast.
 */
export function useSaveRecord(ask: SaveOptions) {
  const { resource, project, id, form, isMounted, onRebase, onSaved } = ask;
  const client = useQueryClient();
  const [problem, setProblem] = useState<unknown>();
  const [conflict, setConflict] = useState<Conflict | undefined>();

  const isUnderWay = useRef(false);
  const [isSaving, setIsSaving] = useState(false);

  const save = async (from: Base, now: FormValues): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSaving(true);
    setProblem(undefined);
    try {
      await attempt(from, now);
    } catch (error) {
      if (isMounted()) setProblem(shownOnFields(resource, form, error));
      else notifyFailure(`${sentenceCase(resource.name)} not saved, draft kept`, error);
    }
    isUnderWay.current = false;
    setIsSaving(false);
  };

  const attempt = async (from: Base, now: FormValues, tries = 3): Promise<void> => {
    const data = dataToSend(resource, id === undefined ? "create" : "update", from.values, now);
    try {
      onSaved(await write({ resource, project, id, data, etag: from.etag }), now);
    } catch (error) {
      const isStale = id !== undefined && isProblem(error, "precondition_failed");
      if (!(isStale && tries > 0)) throw error;
      await bringTogether(id, from, now, tries);
    }
  };

  const bringTogether = async (at: string, from: Base, now: FormValues, tries: number) => {
    const query = recordQuery(resource, at);
    const read = await client.fetchQuery({ ...query, staleTime: 0 });
    const theirs = { values: toForm(resource, read.record), etag: read.etag };
    const merged = threeWayMerge(resource, from.values, now, theirs.values);
    if (merged.conflicts.length > 0) {
      if (!isMounted()) throw new Error(changedMeanwhile);
      return setConflict({ merge: merged, theirs, sent: now });
    }
    if (merged.taken.length > 0) {
      const fields = merged.taken.map(titleOf).join(", ");
      notify({
        title: "Another user also changed this record",
        detail: `Their changes to ${fields} were kept.`,
      });
    }
    continueFrom(theirs, now, merged.values);
    await attempt(theirs, merged.values, tries - 1);
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
  return { save, isSaving, problem, conflict, decide, leaveConflict };
}

const changedMeanwhile =
  "Another user changed the same fields. Open the form again and save to resolve the conflict.";

async function write(ask: {
  readonly resource: Resource;
  readonly project: string;
  readonly id: string | undefined;
  readonly data: JsonObject;
  readonly etag: string | undefined;
}): Promise<Saved> {
  const { resource, project, id, data, etag } = ask;
  if (id === undefined) {
    const { record, etag: made } = await createRecord(resource, { projectId: project, ...data });
    return { id: String(record._id), etag: made, data };
  }
  if (Object.keys(data).length === 0) return { id, etag, data };
  return { id, etag: await updateRecord(resource, { id, data, etag }), data };
}

/**
 * Sets the server's validation errors on their fields. Returns the error that belongs to no field,
 * as `Explained` shows it.
 */
function shownOnFields(resource: Resource, form: UseFormReturn<Inputs>, error: unknown): unknown {
  if (!isProblem(error, "validation") || error.faults.length === 0) return error;
  const faults = errorsByColumn(resource, error.faults);
  for (const [name, message] of faults) if (name !== "") form.setError(name, { message });
  return faults.get("");
}
