import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifyResult } from "@/components/errors/notify-failure";
import { notify } from "@/components/ui/toast/toast";
import { mayUse, useProject } from "@/lib/client/project/project";
import { refreshStory } from "@/lib/client/queries/story";
import { createOnce } from "@/lib/client/saving/create-once";
import { deleteRecord } from "@/lib/client/saving/mutations";
import type { Resource } from "@/lib/schema/resource";
import type { NoteKind } from "./note-kinds";

/** A note as the user wrote it. */
export interface NoteText {
  readonly text: string;
  /** Ids of attached files. */
  readonly files: readonly string[];
}

/**
 * Returns the function that adds a note to a record, with its undo in a toast. `onSaved` is called
 * once the note is saved. Rejects with an `ApiProblem`.
 */
export function useAddNote(resource: Resource, id: string) {
  const context = useProject();
  const client = useQueryClient();
  const [create] = useState(createOnce);
  const remove = (kind: NoteKind, note: string) =>
    notifyResult(async () => {
      await deleteRecord(kind.resource, note);
      void refreshStory(client, resource, id);
      return { title: "Note removed" };
    }, "Undo failed");
  return async (kind: NoteKind, { text, files }: NoteText, onSaved: () => void): Promise<void> => {
    const data = {
      ...{ projectId: context.project._id, [kind.parent]: id, note: text },
      ...(kind.files !== undefined && files.length > 0 && { [kind.files]: files }),
    };
    const { record } = await create(kind.resource, data);
    onSaved();
    void refreshStory(client, resource, id);
    const onPress = () => void remove(kind, String(record._id));
    notify({
      title: kind.isPublic ? "Public note added" : "Note added",
      ...(mayUse(context, kind.resource, "delete") && { action: { label: "Undo", onPress } }),
    });
  };
}
