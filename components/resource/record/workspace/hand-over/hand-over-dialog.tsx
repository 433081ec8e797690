import { type QueryClient, useQueries, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifyResult } from "@/components/errors/notify-failure";
import { useRequest } from "@/components/errors/use-request";
import { RelationInput } from "@/components/fields/relation/input";
import { noteKinds } from "@/components/resource/record/workspace/notes/note-kinds";
import type { RecordProps } from "@/components/resource/record-props";
import { Checkbox } from "@/components/ui/form/checkbox";
import { TextArea } from "@/components/ui/form/text-area";
import { Dialog } from "@/components/ui/overlay/dialog";
import { notify } from "@/components/ui/toast/toast";
import { useDiscardGuard } from "@/components/ui/unsaved-changes/use-discard-guard";
import { useProject } from "@/lib/client/project/project";
import { inProject, keys, listQuery } from "@/lib/client/queries/queries";
import { refreshByStory } from "@/lib/client/queries/story";
import { refreshAll } from "@/lib/client/saving/mutations";
import { handOver } from "./hand-over";
import { type HandOverPlan, handOverPlan, type RoleKind } from "./hand-over-plan";

interface Props extends RecordProps {
  /** Display name of the record. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks for the user who takes a record over, and a note for them. One undo takes all back. */
export function HandOverDialog({ resource, record, name, onClose }: Props) {
  const context = useProject();
  const client = useQueryClient();
  const plan = handOverPlan(context, resource);
  const role = useLeadingRole(plan.lead);
  const [person, setPerson] = useState("");
  const [leads, setLeads] = useState(true);
  const [text, setText] = useState("");
  const [isTried, setTried] = useState(false);
  const kind = noteKinds(context, resource).find(({ isPublic }) => !isPublic);
  const column = plan.owner?.person ?? plan.assigned;
  const { send, isPending, error } = useRequest({ failed: `${name} not handed over` });
  const { question, dismiss } = useDiscardGuard({
    title: "the hand over",
    isDirty: text.trim() !== "",
    onClose,
  });
  const undone = (undo: () => Promise<void>) =>
    notifyResult(async () => {
      await undo().finally(() => void refreshAll(client));
      return { title: "Hand over undone" };
    }, "Undo failed");
  const submit = () => {
    setTried(true);
    if (person === "") return;
    void send(async () => {
      const undo = await handOver({
        ...{ context, of: resource, record, plan, person },
        role: leads ? role?.id : undefined,
        note: kind && text.trim() !== "" ? { kind, text } : undefined,
      }).finally(() => refreshHandedOver(client, { resource, record }, plan));
      notify({
        title: `${name} handed over`,
        action: { label: "Undo", onPress: () => void undone(undo) },
      });
    }, onClose);
  };
  if (!column) return null;
  return (
    <Dialog
      title={`Hand ${name} over`}
      {...{ onClose, isPending, error }}
      onDismiss={dismiss}
      action={{ text: "Hand over", onPress: submit }}
    >
      <RelationInput
        column={column}
        project={context.project._id}
        value={person}
        onChange={(chosen) => setPerson(String(chosen ?? ""))}
        onBlur={() => undefined}
        isNew
        takesFocus
        error={isTried && person === "" ? "Choose the user who takes over." : undefined}
      />
      {role && (
        <Checkbox
          label={`Also becomes ${role.name}`}
          checked={leads}
          onChange={({ target }) => setLeads(target.checked)}
        />
      )}
      {kind && (
        <TextArea
          label="Note"
          description="What is open, and what to watch. Users of the project read it."
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      {question}
    </Dialog>
  );
}

/** Refetches the owners of a record, its story and the numbers of the project. */
function refreshHandedOver(
  client: QueryClient,
  { resource, record }: RecordProps,
  { owner }: HandOverPlan,
): void {
  void refreshByStory(client, resource, String(record._id));
  void client.invalidateQueries({ queryKey: ["summary"] });
  if (owner) void client.refetchQueries({ queryKey: keys.of(owner.resource), type: "active" });
}

/** Returns the role that leads, once it is read. */
function useLeadingRole(lead: RoleKind | undefined) {
  const { project } = useProject();
  const [read] = useQueries({
    queries: (lead ? [lead] : []).map(({ roles, leads }) =>
      listQuery(roles, {
        query: inProject(roles, project._id, { [leads]: true }),
        ...{ sort: { createdAt: 1 }, limit: 1, cursor: "", count: "none" },
      }),
    ),
  });
  const [found] = read?.data?.data ?? [];
  return found && { id: String(found._id), name: String(found["name"] ?? "lead") };
}
