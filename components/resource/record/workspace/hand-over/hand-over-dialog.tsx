import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { RelationInput } from "@/components/fields/relation/input";
import { isChosen } from "@/components/fields/unchosen-name";
import { noteKinds } from "@/components/resource/record/workspace/notes/note-kinds";
import type { RecordProps } from "@/components/resource/record-props";
import { Checkbox } from "@/components/ui/form/checkbox";
import { TextArea } from "@/components/ui/form/text-area";
import { Dialog } from "@/components/ui/overlay/dialog";
import { useDiscardGuard } from "@/components/ui/unsaved-changes/use-discard-guard";
import { useProject } from "@/lib/client/project/project";
import { inProject, listQuery } from "@/lib/client/queries/queries";
import { handOverPlan, type RoleKind } from "./hand-over-plan";
import { useHandOver } from "./use-hand-over";

interface Props extends RecordProps {
  /** Display name of the record. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks for the user who takes a record over, and a note for them. One undo takes all back. */
export function HandOverDialog({ resource, record, name, onClose }: Props) {
  const context = useProject();
  const plan = handOverPlan(context, resource);
  const role = useLeadingRole(plan.lead);
  const [person, setPerson] = useState("");
  const [leads, setLeads] = useState(true);
  const [text, setText] = useState("");
  const [isTried, setTried] = useState(false);
  const kind = noteKinds(context, resource).find(({ isPublic }) => !isPublic);
  const column = plan.owner?.person ?? plan.assigned;
  const handing = useHandOver({ resource, record, name, plan });
  const { question, dismiss } = useDiscardGuard({
    title: "the hand over",
    isDirty: text.trim() !== "",
    onClose,
  });
  const submit = () => {
    setTried(true);
    if (!isChosen(person)) return;
    const note = kind && text.trim() !== "" ? { kind, text } : undefined;
    handing.submit({ person, role: leads ? role?.id : undefined, note }, onClose);
  };
  if (!column) return null;
  return (
    <Dialog
      title={`Hand ${name} over`}
      {...{ onClose, isPending: handing.isPending, error: handing.error }}
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
        error={
          isTried && !isChosen(person) ? "Choose the user who takes over from the list." : undefined
        }
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
