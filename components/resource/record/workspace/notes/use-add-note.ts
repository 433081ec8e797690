import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifyUndo } from "@/components/errors/notify-failure";
import { notify } from "@/components/ui/toast/toast";
import type { DraftKey } from "@/lib/client/device/drafts";
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

/** A note to save. */
interface NoteAsk {
  readonly kind: NoteKind;
  readonly note: NoteText;
  /** Called once the note is saved. */
  readonly onSaved: () => void;
}

/**
 * Returns the function that adds a note to a record, with its undo in a toast, and whether a note
 * is being saved, even if that began before the user left the page. `draft` is the place of the
 * unsaved note. The function rejects with an `ApiProblem`.
 */
export function useAddNote(resource: Resource, id: string, draft: DraftKey) {
  const context = useProject();
  const client = useQueryClient();
  const [create] = useState(() => createOnce(draft));
  const remove = (kind: NoteKind, note: string) =>
    notifyUndo(async () => {
      await deleteRecord(kind.resource, note);
      void refreshStory(client, resource, id);
      return { title: "Note removed" };
    });
  const mutationKey = ["note", resource.path, id];
  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: async ({ kind, note: { text, files }, onSaved }: NoteAsk) => {
      const data = {
        ...{ projectId: context.project._id, [kind.parent]: id, note: text },
        ...(kind.files !== undefined && files.length > 0 && { [kind.files]: files }),
      };
      const { record } = await create(kind.resource, data);
      onSaved();
      return record;
    },
  });
  const isAdding = useIsMutating({ mutationKey }) > 0;
  const add = async (ask: NoteAsk): Promise<void> => {
    const { kind } = ask;
    const record = await mutateAsync(ask);
    void refreshStory(client, resource, id);
    const onPress = () => void remove(kind, String(record._id));
    notify({
      title: kind.isPublic ? "Public note added" : "Note added",
      ...(mayUse(context, kind.resource, "delete") && { action: { label: "Undo", onPress } }),
    });
  };
  return { add, isAdding };
}
