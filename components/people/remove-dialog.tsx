"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Explained } from "@/components/access/explained";
import { FormProblem } from "@/components/auth/form-problem";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { isolated } from "@/components/ui/isolated";
import { notify } from "@/components/ui/toast";
import { deleteRecord, refreshAll } from "@/lib/client/mutations";
import { usePlace } from "@/lib/client/project";
import { member } from "@/lib/resources/member";
import type { Person } from "./person-of";

interface Props {
  readonly person: Person;
  readonly isLastOwner: boolean;
  readonly onClose: () => void;
}

/** Asks before a person loses their place in the project. */
export function RemoveDialog({ person, isLastOwner, onClose }: Props) {
  const { me, project } = usePlace();
  const client = useQueryClient();
  const [name, projectName] = [isolated(person.name), isolated(project.name)];
  const isOneself = person.userId === me._id;
  const removing = useMutation({
    mutationFn: () => deleteRecord(member, person.memberId),
    onSuccess: async () => {
      if (isOneself) return window.location.assign("/p");
      notify({ title: `${name} is no longer in ${projectName}` });
      onClose();
      await refreshAll(client);
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={() => removing.isPending || onClose()}
      role="alertdialog"
      title={isOneself ? `Leave ${projectName}?` : `Remove ${name}?`}
      actions={
        <>
          <Button onPress={onClose} isDisabled={removing.isPending} autoFocus>
            Cancel
          </Button>
          <Button look="danger" onPress={() => removing.mutate()} isPending={removing.isPending}>
            {isOneself ? "Leave project" : "Remove from project"}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <FormProblem message={removing.error && <Explained error={removing.error} />} />
        <p>
          {isOneself ? "You lose" : `${name} loses`} access to {projectName} at once. What they
          wrote stays, and records go on naming them. To come back takes a new invitation.
        </p>
        {isLastOwner && (
          <p className="border-warn border-l-2 pl-3">
            Nobody else here is Project Owner. Without one, only owners of the whole deployment can
            name another.
          </p>
        )}
      </div>
    </Dialog>
  );
}
