import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { notifyFailure } from "@/components/errors/notify-failure";
import { setServerErrors } from "@/components/ui/form/set-server-errors";
import { notify } from "@/components/ui/toast/toast";
import { useIsMounted } from "@/components/ui/use-is-mounted";
import { isProblem } from "@/lib/client/http/problem";
import { useProject } from "@/lib/client/project/project";
import { refreshAll } from "@/lib/client/saving/mutations";
import { useSubmitOnce } from "@/lib/client/saving/submit-once";
import { type Expiry, expiryInstant } from "./expiry-field";
import type { Key } from "./key";
import { type KeyField, mergeKey } from "./merge-key";
import { createKey, fetchKey, updateKey } from "./save-key";
import { showSecret } from "./secret-dialog";

/** Form values of a key. */
export interface KeyValues {
  name: string;
  description: string;
  permissions: readonly string[];
  expiresAt: Expiry;
  isEverywhere: boolean;
}

/** The key to edit, and the callback that closes the dialog. */
export interface KeyDialogProps {
  /** The key to edit; absent for a new one. */
  readonly edited?: Key;
  readonly onClose: () => void;
}

/**
 * Returns the form of a key. Concurrent changes to other fields are merged, with a toast. A
 * concurrent change to the same field is listed in `clashes`. The typed values then stay, nothing
 * is saved, and saving again overwrites the other version.
 */
export function useKeyForm({ edited: opened, onClose }: KeyDialogProps) {
  // The list behind may be refetched meanwhile. Changes are compared with the version that the form
  // started from.
  const [edited, setEdited] = useState(opened);
  const [clashes, setClashes] = useState<readonly KeyField[]>([]);
  const { project } = useProject();
  const client = useQueryClient();
  const isMounted = useIsMounted();
  const form = useForm<KeyValues>({ defaultValues: valuesOf(edited) });

  /** Returns the values to save over `now`; undefined when both users changed the same field. */
  const bringTogether = (from: Key, now: Key, values: KeyValues): KeyValues | undefined => {
    const { taken, conflicts: both } = mergeKey(from, now, values);
    if (both.length > 0 && !isMounted()) throw new Error(changedMeanwhile);
    setEdited(now);
    for (const field of taken) form.setValue(field, valuesOf(now)[field]);
    setClashes(both);
    if (both.length > 0) return undefined;
    notifyMerged(taken);
    return { ...values, ...pick(valuesOf(now), taken) };
  };

  const saveOver = async (from: Key, values: KeyValues, tries = 3): Promise<void> => {
    const { key: now, etag } = await fetchKey(client, from.id);
    const merged = bringTogether(from, now, values);
    if (!merged) return;
    try {
      await updateKey(client, now, merged, etag);
      onClose();
    } catch (error) {
      if (tries === 0 || !isProblem(error, "precondition_failed")) throw error;
      await saveOver(now, merged, tries - 1);
    }
  };

  const save = async (values: KeyValues) => {
    if (edited) {
      await saveOver(edited, values);
    } else {
      const made = await createKey(project._id, values);
      onClose();
      showSecret(made);
    }
    void refreshAll(client);
  };
  const send = form.handleSubmit(async (values) => {
    const problem = firstProblem(values);
    if (problem) return form.setError(problem.name, { message: problem.message });
    try {
      await save(values);
    } catch (error) {
      if (isMounted()) setServerErrors(form, error, keyLabels);
      else notifyFailure(`“${values.name}” not saved`, error);
    }
  });
  const take = (field: KeyField) => {
    form.setValue(field, valuesOf(edited)[field]);
    setClashes(clashes.filter((one) => one !== field));
  };
  return { form, edited, clashes, take, submit: useSubmitOnce(send) };
}

const changedMeanwhile = "Another user changed the same fields. Their version was kept.";

/** Labels of the form's fields. */
export const keyLabels: Readonly<Record<KeyField, string>> = {
  name: "Name",
  description: "Note",
  permissions: "Permissions",
  expiresAt: "Expires",
};

/** Shows a toast with the fields that another user changed. */
function notifyMerged(taken: readonly KeyField[]): void {
  if (taken.length === 0) return;
  const detail = `Their changes to ${taken.map((field) => keyLabels[field]).join(", ")} were kept.`;
  notify({ title: "Another user also changed this record", detail });
}

function pick(values: KeyValues, fields: readonly KeyField[]): Partial<KeyValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

function valuesOf(edited: Key | undefined): KeyValues {
  return {
    name: edited?.name ?? "",
    description: edited?.note ?? "",
    permissions: edited?.permissions ?? [],
    expiresAt: { choice: edited ? "kept" : "90", day: "" },
    isEverywhere: false,
  };
}

function firstProblem({ permissions, expiresAt }: KeyValues) {
  if (permissions.length === 0) {
    const message = "Choose a role, or at least one permission.";
    return { name: "permissions", message } as const;
  }
  if (expiresAt.choice === "day" && expiresAt.day === "") {
    return { name: "expiresAt", message: "Choose the expiry date." } as const;
  }
  const ends = expiryInstant(expiresAt, Date.now());
  if (typeof ends === "string" && Date.parse(ends) <= Date.now()) {
    return { name: "expiresAt", message: "Choose today or a later date." } as const;
  }
  return undefined;
}
