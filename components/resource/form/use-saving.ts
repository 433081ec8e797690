"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type FormValues, toForm } from "@/components/fields/inputs/form-values";
import { titleOf } from "@/components/fields/title";
import { notify } from "@/components/ui/toast";
import { createRecord, updateRecord } from "@/lib/client/mutations";
import { isProblem } from "@/lib/client/problem";
import { recordQuery } from "@/lib/client/queries";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { faultsByColumn } from "./faults";
import { type Merge, merge } from "./merge";
import { dataToSend, type Inputs } from "./resolver";

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

interface Ask {
  readonly resource: Resource;
  readonly project: string;
  /** The id of the record that is edited; undefined for a new one. */
  readonly id: string | undefined;
  readonly form: UseFormReturn<Inputs>;
  readonly onRebase: (base: Base) => void;
  readonly onSaved: (saved: Saved) => void;
}

/** A save that met someone else's: what clashes, and the version of theirs. */
export interface Conflict {
  readonly merge: Merge;
  readonly theirs: Base;
}

/**
 * Saves a form: creates, or sends what changed of the version it began from. When someone else saved first,
 * changes that do not clash are brought together and saved with a note; those that do become `conflict`.
 */
export function useSaving({ resource, project, id, form, onRebase, onSaved }: Ask) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<unknown>();
  const [conflict, setConflict] = useState<Conflict | undefined>();

  const save = async (from: Base, now: FormValues, tries = 3): Promise<void> => {
    setProblem(undefined);
    const data = dataToSend(resource, id === undefined ? "create" : "update", from.values, now);
    try {
      onSaved(await write({ resource, project, id, data, etag: from.etag }));
    } catch (error) {
      const isStale = id !== undefined && isProblem(error, "precondition_failed");
      if (isStale && tries > 0) await bringTogether(id, from, now, tries);
      else setProblem(shownOnFields(resource, form, error));
    }
  };

  const bringTogether = async (at: string, from: Base, now: FormValues, tries: number) => {
    const query = recordQuery(resource, at);
    const read = await client.fetchQuery({ ...query, staleTime: 0 });
    const theirs = { values: toForm(resource, read.record), etag: read.etag };
    const merged = merge(resource, from.values, now, theirs.values);
    if (merged.clashes.length > 0) return setConflict({ merge: merged, theirs });
    if (merged.taken.length > 0) {
      const fields = merged.taken.map(titleOf).join(", ");
      notify({ title: "Someone else changed this too", detail: `Their ${fields} was kept.` });
    }
    continueFrom(theirs, merged.values);
    await save(theirs, merged.values, tries - 1);
  };

  const continueFrom = (theirs: Base, values: FormValues) => {
    onRebase(theirs);
    for (const [name, value] of Object.entries(values)) form.setValue(name, value);
  };

  const decide = async (decided: FormValues) => {
    if (!conflict) return;
    const values = { ...conflict.merge.values, ...decided };
    setConflict(undefined);
    continueFrom(conflict.theirs, values);
    await save(conflict.theirs, values);
  };

  return { save, problem, conflict, decide, leaveConflict: () => setConflict(undefined) };
}

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
  const faults = faultsByColumn(resource, error.faults);
  for (const [name, message] of faults) if (name !== "") form.setError(name, { message });
  return faults.get("");
}
