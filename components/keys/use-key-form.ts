import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useRequest } from "@/components/errors/use-request";
import { setServerErrors } from "@/components/ui/form/set-server-errors";
import { notifyMerged } from "@/components/ui/toast/toast";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { serverTime } from "@/lib/client/device/server-time";
import { useProject } from "@/lib/client/project/project";
import { isOutcomeUnknown } from "@/lib/client/saving/bulk";
import { createOnce } from "@/lib/client/saving/create-once";
import { refreshAll } from "@/lib/client/saving/mutations";
import { type MergePlan, mergeAndSave } from "@/lib/client/saving/save-merged";
import { type Expiry, expiryInstant } from "./expiry-field";
import type { Key } from "./key";
import { type KeyField, type KeyMerge, keyFields, mergeKey } from "./merge-key";
import { createKey, fetchKey, type KeyVersion, updateKey } from "./save-key";
import { type NewSecret, showSecret } from "./secret-dialog";

/** Form values of a key. */
export interface KeyValues {
  name: string;
  description: string;
  permissions: readonly string[];
  expiresAt: Expiry;
  dialect: Key["dialect"];
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
  const [attempt] = useState(nextAttempt);
  const { project } = useProject();
  const client = useQueryClient();
  const form = useForm<KeyValues>({ defaultValues: valuesOf(edited) });
  const { send, ...request } = useRequest({
    failed: `“${bidiIsolate(form.watch("name"))}” not saved`,
    onError: (error) => setServerErrors(form, error, labeledFields),
  });

  const planFor = (id: string): MergePlan<KeyVersion, MergedKey, void> => ({
    read: () => fetchKey(client, id),
    write: (values, { key, etag }) => updateKey(client, key, values, etag),
    merge: (base, mine, theirs) => {
      const { taken, conflicts } = mergeKey(base.key, theirs.key, mine);
      return { taken, conflicts, values: { ...mine, ...pick(valuesOf(theirs.key), taken) } };
    },
    onMerge: ({ key }, { conflicts, values, taken }) => {
      setEdited(key);
      setClashes(conflicts);
      for (const field of taken) form.setValue(field, values[field]);
      if (conflicts.length === 0) notifyMerged(taken.map((field) => keyLabels[field]));
    },
  });

  const save = async (values: KeyValues) => {
    // The key in the list has no version.
    if (edited) await mergeAndSave(planFor(edited.id), { key: edited, etag: undefined }, values);
    else showSecret(await attempt.create(project._id, values));
    void refreshAll(client);
  };
  const submit = form.handleSubmit((values) => {
    const problem = firstProblem(values);
    if (!problem) return send(() => save(values), onClose);
    form.setError(problem.name, { message: problem.message });
  });
  const take = (field: KeyField) => {
    form.setValue(field, valuesOf(edited)[field]);
    setClashes(clashes.filter((one) => one !== field));
  };
  return { form, request, edited, clashes, take, submit };
}

/** Time in which a dialog repeats a lost attempt, in milliseconds. Its key expires as much earlier. */
const repeatedMs = 10 * 60_000;

/** An attempt to create a key. */
interface Attempt {
  /** The start of the lifetime of its key, in milliseconds. */
  readonly now: number;
  readonly create: (projectId: string, values: KeyValues) => Promise<NewSecret>;
}

/** The last attempt, if its reply was lost. */
let unanswered: Attempt | undefined;

/** Returns the attempt of a closed dialog whose reply was lost a short time ago, else a new one. */
function nextAttempt(): Attempt {
  const last = unanswered;
  return last && serverTime() - last.now < repeatedMs ? last : newAttempt();
}

/** A repeated attempt sends the same expiry, or it would create another key. */
function newAttempt(): Attempt {
  const once = createOnce();
  const now = serverTime();
  const attempt: Attempt = {
    now,
    create: async (projectId, values) => {
      unanswered = undefined;
      try {
        return await createKey(once, projectId, values, now);
      } catch (error) {
        if (isOutcomeUnknown(error)) unanswered = attempt;
        throw error;
      }
    },
  };
  return attempt;
}

interface MergedKey extends KeyMerge {
  readonly values: KeyValues;
}

/** Labels of the form's fields. */
export const keyLabels: Readonly<Record<KeyField, string>> = {
  name: "Name",
  description: "Note",
  permissions: "Permissions",
  expiresAt: "Expires",
  dialect: "Clients of OneUptime",
};

const labeledFields = keyFields.map((name) => ({ name, label: keyLabels[name] }));

function pick(values: KeyValues, fields: readonly KeyField[]): Partial<KeyValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

function valuesOf(edited: Key | undefined): KeyValues {
  return {
    name: edited?.name ?? "",
    description: edited?.note ?? "",
    permissions: edited?.permissions ?? [],
    expiresAt: { choice: edited ? "kept" : "90", day: "" },
    dialect: edited?.dialect ?? "plain",
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
  const ends = expiryInstant(expiresAt, serverTime());
  if (typeof ends === "string" && Date.parse(ends) <= serverTime()) {
    return { name: "expiresAt", message: "Choose today or a later date." } as const;
  }
  return undefined;
}
