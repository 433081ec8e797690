"use client";

import { PermissionList } from "@/components/permissions/permission-list";
import { PermissionPicker } from "@/components/permissions/permission-picker";
import { Button } from "@/components/ui/button";
import { ConflictNotice } from "@/components/ui/form/conflict-notice";
import { FormError } from "@/components/ui/form/form-error";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { useDiscardGuard } from "@/components/ui/unsaved-changes/use-discard-guard";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useProject } from "@/lib/client/project/project";
import { IssuedKeys } from "./issued-keys";
import type { Person } from "./person";
import { StepProblem } from "./revoke-keys";
import { useAccessForm } from "./use-access-form";

/** Changes the permissions of a member. They apply from the member's next request. */
export function AccessDialog({
  person,
  onClose,
}: {
  readonly person: Person;
  readonly onClose: () => void;
}) {
  const { me, project } = useProject();
  const name = bidiIsolate(person.name);
  const access = useAccessForm(person, onClose);
  const { chosen, problem, theirs, isSaving } = access;
  const guard = useDiscardGuard({
    title: `the access of ${name}`,
    isDirty: access.isDirty && !isSaving,
    onClose: access.leave,
  });
  return (
    <Dialog
      isOpen
      width="wide"
      onOpenChange={() => isSaving || guard.close()}
      title={`Permissions of ${name}`}
      actions={
        <>
          <Button onPress={access.leave} isDisabled={isSaving}>
            {access.isChanged ? "Close" : "Cancel"}
          </Button>
          <Button
            look="primary"
            onPress={access.save}
            isPending={isSaving}
            isDisabled={!chosen || chosen.length === 0}
          >
            {verbOf(access)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {guard.question}
        <FormError
          message={
            problem === undefined ? null : (
              <StepProblem error={problem} done={`The access of ${name} is changed.`} />
            )
          }
        />
        {theirs && (
          <ConflictNotice
            what="access"
            fields={[
              {
                label: "Access",
                value: <PermissionList permissions={theirs} />,
                onTake: access.takeTheirs,
              },
            ]}
          />
        )}
        <p className="text-13 text-ink-muted">
          In <bdi>{project.name}</bdi>.{" "}
          {person.isPending
            ? "Takes effect when they accept."
            : "Takes effect with their next request."}
          {person.userId === me._id &&
            " This is your own access: you cannot restore permissions that you remove."}
        </p>
        {!chosen && problem === undefined && <Skeleton className="h-8" />}
        {chosen && (
          <PermissionPicker
            value={chosen}
            onChange={access.choose}
            granter={project.permissions}
            error={chosen.length === 0 ? "Choose a role, or at least one permission." : undefined}
          />
        )}
        {access.isLess && (
          <IssuedKeys
            where="here"
            person={person}
            chosen={access.toRevoke}
            onChange={access.setToRevoke}
          />
        )}
      </div>
    </Dialog>
  );
}

function verbOf({ theirs, isSaved, toRevoke }: ReturnType<typeof useAccessForm>): string {
  if (theirs) return "Overwrite with my version";
  return isSaved && toRevoke.length > 0 ? "Revoke keys" : "Save access";
}
