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

/** What a form's changes are measured against: the values it began with and the version they are of. */
export interface Base {
  readonly values: FormValues;
  readonly etag: string | undefined;
}

/** A record as it was just saved. */
export interface Saved {
  readonly id: string;
  readonly etag: string | undefined;
  /** What was sent. */
  readonly data: JsonObject;
}

/** What the person did while the form was saved: waited, left it, or typed on. */
export type UserActivity = "waited" | "left" | "typedOn";

interface SaveOptions {
  readonly resource: Resource;
  readonly project: string;
  /** The id of the record that is edited; undefined for a new one. */
  readonly id: string | undefined;
  readonly form: UseFormReturn<Inputs>;
  /** Whether the form is still on the page. */
  readonly isMounted: () => boolean;
  readonly onRebase: (base: Base) => void;
  /** Is told with what the form held when it was sent; it may hold more by then. */
  readonly onSaved: (saved: Saved, sent: FormValues) => void;
}

/** A save that met someone else's: what clashes, and the version of theirs. */
export interface Conflict {
  readonly merge: Merge;
  readonly theirs: Base;
  /** What was to be saved. */
  readonly sent: FormValues;
}

/**
 * Saves a form: creates, or sends what changed of the version it began from. When someone else saved first,
 * changes that do not clash are brought together and saved with a note; those that do become `conflict`. Saves once at
 * a time; what is refused after the form was left is told in a note.
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
      else notifyFailure(`${sentenceCase(resource.name)} not saved, kept as a draft`, error);
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
      notify({ title: "Someone else changed this too", detail: `Their ${fields} was kept.` });
    }
    continueFrom(theirs, now, merged.values);
    await attempt(theirs, merged.values, tries - 1);
  };

  /** Leaves alone what was typed since in fields that stay as they were sent. */
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
  "Someone else changed it meanwhile, in the same fields. Open its form again and save to choose what stays.";

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

/** Puts the server's faults at their fields; answers what belongs to none of them, as `Explained` shows it. */
function shownOnFields(resource: Resource, form: UseFormReturn<Inputs>, error: unknown): unknown {
  if (!isProblem(error, "validation") || error.faults.length === 0) return error;
  const faults = errorsByColumn(resource, error.faults);
  for (const [name, message] of faults) if (name !== "") form.setError(name, { message });
  return faults.get("");
}
