import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useRequest } from "@/components/errors/use-request";
import type { RecordProps } from "@/components/resource/record-props";
import { invalidateDeleted } from "@/components/resource/saving/invalidate-deleted";
import { UnreadableReferences } from "@/components/resource/saving/unreadable-references";
import { TextField } from "@/components/ui/form/text-field";
import { Dialog } from "@/components/ui/overlay/dialog";
import { notify } from "@/components/ui/toast/toast";
import { inSentence, sentenceCase } from "@/components/words/sentence-case";
import { type ProjectContext, useProject } from "@/lib/client/project/project";
import { type ColumnReferences, referencesQuery } from "@/lib/client/queries/references";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import { ChangesSinceAsked, useDeleteIfUnchanged } from "./changes-since-asked";

interface Props extends RecordProps {
  readonly name: string;
  readonly onClose: () => void;
}

/**
 * Confirms the deletion of a record: what is deleted with it, what loses a reference to it, and
 * what forbids it.
 */
export function DeleteDialog({ resource, record, name, onClose }: Props) {
  const router = useRouter();
  const context = useProject();
  const id = String(record._id);
  const references = useQuery(referencesQuery(resource, id));
  const client = useQueryClient();
  const { changed, deleteSeen } = useDeleteIfUnchanged(resource, record);
  const { send, isPending, error } = useRequest({ failed: `${name} not deleted` });
  const { data: uses = [], unreadable = [] } = references.data ?? {};
  const isRefused = uses.some(({ whenTargetGoes }) => whenTargetGoes === "refused");
  const typedName = useTypedName(resource, name);
  const isOwnProject = id === context.project._id;
  const list = `${context.base}/${resource.path}`;
  const remove = async () => {
    const isDeleted = await deleteSeen();
    if (!isDeleted) return false;
    notify({
      title: `${sentenceCase(resource.name)} deleted`,
      detail: `${name} was permanently deleted.`,
    });
    // Refetching the memberships would show "no such project" before the next page is loaded.
    if (!isOwnProject) void invalidateDeleted(client, id);
    if (isOwnProject) router.push(pathAfterProject(context));
    else if (location.pathname === `${list}/${id}`) router.push(list);
    return true;
  };
  const close = (isDeleted: boolean) => {
    if (isDeleted && location.pathname !== `${list}/${id}`) onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      isPending={isPending}
      isLoading={references.isPending}
      error={error ?? references.error}
      role="alertdialog"
      title={`Delete this ${inSentence(resource.name)}?`}
      action={{
        text: deleteText(resource, changed !== undefined),
        isDanger: true,
        isDisabled: isRefused || references.isPending || !typedName.isRight,
        onPress: () => void send(remove, close),
      }}
    >
      <p className="wrap-anywhere font-medium text-ink-strong">{name}</p>
      {changed && <ChangesSinceAsked resource={resource} changes={changed} />}
      <ReferenceList uses={uses} goes="refused" lead="Cannot be deleted because it is used by" />
      <ReferenceList uses={uses} goes="removed" lead="Deleted with it" />
      <ReferenceList uses={uses} goes="cleared" lead="These records lose the reference" />
      <ReferenceList uses={uses} goes="kept" lead="These records keep a dangling reference" />
      {references.data && uses.length + unreadable.length === 0 && <p>No records refer to it.</p>}
      <UnreadableReferences paths={unreadable} to="it" />
      {!isRefused && <p className="text-13 text-ink-muted">This cannot be undone.</p>}
      {typedName.field}
    </Dialog>
  );
}

/** Returns the path of another project of the user, else of the page for users without one. */
function pathAfterProject({ me, project }: ProjectContext): string {
  const other = me.projects.find(({ _id }) => _id !== project._id);
  return other ? `/p/${other.slug}` : "/p";
}

function deleteText({ name }: Resource, isChanged: boolean): string {
  return `Delete ${inSentence(name)}${isChanged ? " anyway" : ""}`;
}

function ReferenceList(props: {
  readonly uses: readonly ColumnReferences[];
  readonly goes: ColumnReferences["whenTargetGoes"];
  readonly lead: string;
}) {
  const fitting = props.uses.filter(({ whenTargetGoes }) => whenTargetGoes === props.goes);
  if (fitting.length === 0) return null;
  return (
    <div>
      <p className={props.goes === "refused" ? "text-danger" : undefined}>{props.lead}:</p>
      <ul className="list-disc pl-5 text-13">
        {fitting.map(({ resource, column, count }) => (
          <li key={`${resource}.${column}`}>
            {count.toLocaleString("en")} {nameOf(resource, count)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function nameOf(path: string, count: number): string {
  const resource = resourceAt(path);
  return inSentence((count === 1 ? resource?.name : resource?.plural) ?? path);
}

/**
 * Returns a field in which the user types a project's name before the project is deleted with all
 * its records, and whether the name matches. Other records need none.
 */
function useTypedName({ scope }: Resource, name: string) {
  const [typed, setTyped] = useState("");
  if (scope !== "self") return { isRight: true, field: null };
  const field = (
    <TextField
      label={`Type “${name}” to confirm`}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
  return { isRight: typed.trim() === name.trim(), field };
}
