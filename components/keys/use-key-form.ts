import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { showFaults } from "@/components/people/show-faults";
import { refreshAll } from "@/lib/client/mutations";
import { isProblem } from "@/lib/client/problem";
import { usePlace } from "@/lib/client/project";
import { useSubmitOnce } from "@/lib/client/submit-once";
import { type Expiry, instantOf } from "./expiry-field";
import type { Key } from "./key-of";
import { changeKey, makeKey, presentKey, showsTheSame } from "./save-key";
import type { MadeSecret } from "./secret-dialog";

/** What the form of a key holds. */
export interface KeyValues {
  name: string;
  description: string;
  permissions: readonly string[];
  expiresAt: Expiry;
  isEverywhere: boolean;
}

/** Which key the form is for, and where it leads. */
export interface KeyDialogProps {
  /** The key to edit; absent for a new one. */
  readonly edited?: Key;
  readonly onClose: () => void;
  readonly onMade: (made: MadeSecret) => void;
}

/** The form of a key. One that someone else changed meanwhile is shown as it is now, and nothing is saved. */
export function useKeyForm({ edited: opened, onClose, onMade }: KeyDialogProps) {
  // The list behind may be read anew meanwhile; what was changed is told from what the form began with.
  const [edited, setEdited] = useState(opened);
  const { project } = usePlace();
  const client = useQueryClient();
  const form = useForm<KeyValues>({ defaultValues: valuesOf(edited) });
  const showTheirs = (theirs: Key) => {
    setEdited(theirs);
    form.reset(valuesOf(theirs));
    form.setError("root", { message: changedMeanwhile });
  };
  const save = async (values: KeyValues) => {
    if (!edited) {
      onMade(await makeKey(project._id, values));
    } else {
      const now = await presentKey(client, edited.id);
      if (!showsTheSame(edited, now.key)) return showTheirs(now.key);
      await changeKey(client, edited, values, now.etag);
      onClose();
    }
    void refreshAll(client);
  };
  const send = form.handleSubmit(async (values) => {
    const problem = firstProblem(values);
    if (problem) return form.setError(problem.name, { message: problem.message });
    try {
      await save(values);
    } catch (error) {
      const isStale = edited && isProblem(error, "precondition_failed");
      if (isStale) form.setError("root", { message: changedJustNow });
      else showFaults(form, error, labels);
    }
  });
  return { form, edited, submit: useSubmitOnce(send) };
}

const changedMeanwhile =
  "Someone else changed this key meanwhile, and nothing was saved. Here it is as it is now: make your change again.";

const changedJustNow = "Someone else changed this key just now. Save again to see what it became.";

const labels = {
  name: "Name",
  description: "Note",
  permissions: "What it may do",
  expiresAt: "Expires",
} as const;

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
    return { name: "expiresAt", message: "Choose the last day of the key." } as const;
  }
  const ends = instantOf(expiresAt, Date.now());
  if (typeof ends === "string" && Date.parse(ends) <= Date.now()) {
    return { name: "expiresAt", message: "Choose a day that is not over yet." } as const;
  }
  return undefined;
}
