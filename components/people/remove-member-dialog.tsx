import { useQueryClient } from "@tanstack/react-query";
import { Dialog } from "@/components/ui/overlay/dialog";
import { notify } from "@/components/ui/toast/toast";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useProject } from "@/lib/client/project/project";
import { deleteRecord, refreshAll } from "@/lib/client/saving/mutations";
import { member } from "@/lib/resources/settings/member";
import { IssuedKeys } from "./issued-keys";
import type { Person } from "./person";
import { revokeKeys, useRevokingRequest } from "./revoke-keys";

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
  const { send, chosen, setChosen, ...request } = useRevokingRequest(
    isOneself ? `${projectName} not left` : `${name} not removed`,
  );
  const remove = async () => {
    // Keys come first, because the membership may be what permits revoking them.
    await revokeKeys(chosen, `${name} is still in ${projectName}.`);
    await deleteRecord(member, person.memberId);
    if (isOneself) return window.location.assign("/p");
    notify({ title: done });
    void refreshAll(client);
  };
  return (
    <Dialog
      {...request}
      onClose={onClose}
      role="alertdialog"
      title={title}
      action={{
        text: verb,
        isDanger: true,
        onPress: () => void send(remove, isOneself ? undefined : onClose),
      }}
    >
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
