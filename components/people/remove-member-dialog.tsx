"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/form/form-error";
import { Dialog } from "@/components/ui/overlay/dialog";
import { notify } from "@/components/ui/toast/toast";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useProject } from "@/lib/client/project/project";
import { useMutationOnce } from "@/lib/client/saving/mutation-once";
import { deleteRecord, refreshAll } from "@/lib/client/saving/mutations";
import type { IssuedKey } from "@/lib/contract/people";
import { member } from "@/lib/resources/settings/member";
import { IssuedKeys } from "./issued-keys";
import type { Person } from "./person";
import { KeysNotRevoked, revokeKeys, StepProblem } from "./revoke-keys";

interface Props {
  readonly person: Person;
  readonly isLastOwner: boolean;
  readonly onClose: () => void;
}

/** Confirms that a member is removed from the project. */
export function RemoveMemberDialog({ person, isLastOwner, onClose }: Props) {
  const { me, project } = useProject();
  const client = useQueryClient();
  const [name, projectName] = [bidiIsolate(person.name), bidiIsolate(project.name)];
  const isOneself = person.userId === me._id;
  const { title, text, verb, done } = removalTexts(person, { isOneself, name, projectName });
  const [chosen, setChosen] = useState<readonly IssuedKey[]>([]);
  const removing = useMutationOnce({
    mutationFn: async () => {
      // Keys come first, because the membership may be what permits revoking them.
      await revokeKeys(chosen);
      await deleteRecord(member, person.memberId);
    },
    onError: (error) => {
      if (error instanceof KeysNotRevoked) setChosen(error.left);
    },
    onSuccess: async () => {
      if (isOneself) return window.location.assign("/p");
      notify({ title: done });
      onClose();
      await refreshAll(client);
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={() => removing.isPending || onClose()}
      role="alertdialog"
      title={title}
      actions={
        <>
          <Button onPress={onClose} isDisabled={removing.isPending} autoFocus>
            Cancel
          </Button>
          <Button look="danger" onPress={() => removing.mutate()} isPending={removing.isPending}>
            {verb}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <FormError
          message={
            removing.error && (
              <StepProblem error={removing.error} done={`${name} is still in ${projectName}.`} />
            )
          }
        />
        <p>{text}</p>
        {!person.isPending && (
          <IssuedKeys where="here" {...{ person, chosen }} onChange={setChosen} />
        )}
        {isLastOwner && (
          <p className="border-warn border-l-2 pl-3">
            This is the only Project Owner. Without one, only owners of the deployment can add a new
            owner.
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface Words {
  readonly isOneself: boolean;
  readonly name: string;
  readonly projectName: string;
}

function removalTexts({ isPending }: Person, { isOneself, name, projectName }: Words) {
  if (isPending) {
    return {
      title: "Withdraw the request?",
      text: `${name} was asked to join ${projectName} and can no longer accept. To ask them again, add or invite them again.`,
      verb: "Withdraw request",
      done: `The request to join ${projectName} is withdrawn`,
    };
  }
  const after = `access to ${projectName} immediately. Existing records keep their author. Returning requires a new invitation.`;
  return {
    title: isOneself ? `Leave ${projectName}?` : `Remove ${name}?`,
    text: isOneself ? `You lose ${after}` : `${name} loses ${after}`,
    verb: isOneself ? "Leave project" : "Remove from project",
    done: `${name} is no longer in ${projectName}`,
  };
}
