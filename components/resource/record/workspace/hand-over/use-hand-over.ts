import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifyResult } from "@/components/errors/notify-failure";
import { useRequest } from "@/components/errors/use-request";
import type { NoteKind } from "@/components/resource/record/workspace/notes/note-kinds";
import type { RecordProps } from "@/components/resource/record-props";
import { notify } from "@/components/ui/toast/toast";
import { readAfterWrite } from "@/lib/client/live/read-again";
import { useProject } from "@/lib/client/project/project";
import { keys } from "@/lib/client/queries/queries";
import { refreshByStory } from "@/lib/client/queries/story";
import { createOnce } from "@/lib/client/saving/create-once";
import { refreshAll } from "@/lib/client/saving/mutations";
import { handOver } from "./hand-over";
import type { HandOverPlan } from "./hand-over-plan";
import type { Undo } from "./reversible";

interface Ask extends RecordProps {
  /** Display name of the record. */
  readonly name: string;
  readonly plan: HandOverPlan;
}

/** The choices of the user. */
interface Choices {
  readonly person: string;
  readonly role: string | undefined;
  readonly note: { readonly kind: NoteKind; readonly text: string } | undefined;
}

/** Returns the function that hands a record over, with its undo in a toast if all can be undone. */
export function useHandOver({ resource, record, name, plan }: Ask) {
  const context = useProject();
  const client = useQueryClient();
  const [createNote] = useState(() => createOnce());
  const { send, isPending, error } = useRequest({ failed: `${name} not handed over` });
  const undone = (undo: Undo) =>
    notifyResult(async () => {
      await undo().finally(() => void refreshAll(client));
      return { title: "Hand over undone" };
    }, `Hand over of ${name} not undone`);
  const submit = (choices: Choices, onDone: () => void) =>
    void send(async () => {
      const asked = handOver({
        ...{ context, of: resource, record, plan, createNote },
        ...choices,
      });
      const undo = await asked.finally(() => refresh(client, { resource, record }, plan));
      notify({
        title: `${name} handed over`,
        ...(undo && { action: { label: "Undo", onPress: () => void undone(undo) } }),
      });
    }, onDone);
  return { submit, isPending, error };
}

/** Refetches the owners of a record, its story and the numbers of the project. */
function refresh(
  client: QueryClient,
  { resource, record }: RecordProps,
  { owner }: HandOverPlan,
): void {
  void refreshByStory(client, resource, String(record._id));
  void readAfterWrite(client, { queryKey: ["summary"] });
  if (owner) void readAfterWrite(client, { queryKey: keys.of(owner.resource), type: "active" });
}
