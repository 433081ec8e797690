"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { ErrorMessage } from "@/components/errors/error-message";
import { notifyFailure } from "@/components/errors/notify-failure";
import { invalidateDeleted } from "@/components/resource/saving/invalidate-deleted";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { notify } from "@/components/ui/toast/toast";
import { useIsMounted } from "@/components/ui/use-is-mounted";
import { inSentence, sentenceCase } from "@/components/words/sentence-case";
import { type ProjectContext, useProject } from "@/lib/client/project/project";
import type { ColumnReferences } from "@/lib/client/queries/references";
import { referencesQuery } from "@/lib/client/queries/references";
import { useSubmitOnce } from "@/lib/client/saving/submit-once";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { ChangesSinceAsked, useDeleteIfUnchanged } from "./changes-since-asked";
import { useTypedName } from "./use-typed-name";

interface Props {
  readonly resource: Resource;
  readonly record: Row;
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
  const remove = useMutation({ mutationFn: deleteSeen });
  const uses = references.data?.data ?? [];
  const isRefused = uses.some(({ whenTargetGoes }) => whenTargetGoes === "refused");
  const isMounted = useIsMounted();
  const typedName = useTypedName(resource, name);
  const leave = () => {
    // Refetching the memberships would show "no such project" before the next page is loaded.
    if (id === context.project._id) return router.push(pathAfterProject(context));
    void invalidateDeleted(client, id);
    const list = `${context.base}/${resource.path}`;
    if (location.pathname === `${list}/${id}`) router.push(list);
    else if (isMounted()) onClose();
  };
  const confirm = useSubmitOnce(async () => {
    try {
      if (!(await remove.mutateAsync())) return;
      notify({
        title: `${sentenceCase(resource.name)} deleted`,
        detail: `${name} was permanently deleted.`,
      });
      leave();
    } catch (error) {
      // A dialog that is still mounted shows the error itself.
      if (!isMounted()) notifyFailure(`${name} not deleted`, error);
    }
  });
  return (
    <Dialog
      isOpen
      {...(!remove.isPending && { onOpenChange: (open) => open || onClose() })}
      role="alertdialog"
      title={`Delete this ${inSentence(resource.name)}?`}
      actions={
        <>
          <Button isDisabled={remove.isPending} onPress={onClose}>
            Cancel
          </Button>
          <Button
            look="danger"
            isDisabled={isRefused || references.isPending || !typedName.isRight}
            isPending={remove.isPending}
            onPress={() => confirm()}
          >
            {deleteText(resource, changed !== undefined)}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p className="wrap-anywhere font-medium text-ink-strong">{name}</p>
        {changed && <ChangesSinceAsked resource={resource} changes={changed} />}
        {references.isPending && <Skeleton className="w-2/3" />}
        <ReferenceList uses={uses} goes="refused" lead="Cannot be deleted because it is used by" />
        <ReferenceList uses={uses} goes="removed" lead="Deleted with it" />
        <ReferenceList uses={uses} goes="cleared" lead="These records lose the reference" />
        <ReferenceList uses={uses} goes="kept" lead="These records keep a dangling reference" />
        {references.data && uses.length === 0 && <p>No records refer to it.</p>}
        {(references.data?.unreadable.length ?? 0) > 0 && (
          <p className="text-13 text-ink-muted">
            Records you cannot read may also refer to it:{" "}
            {references.data?.unreadable
              .map((path) => inSentence(resourceAt(path)?.plural ?? path))
              .join(", ")}
            .
          </p>
        )}
        {!isRefused && <p className="text-13 text-ink-muted">This cannot be undone.</p>}
        {typedName.field}
        {(remove.error ?? references.error) && (
          <p role="alert" className="text-13 text-danger">
            <ErrorMessage error={remove.error ?? references.error} />
          </p>
        )}
      </div>
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
