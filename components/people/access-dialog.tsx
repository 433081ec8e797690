import { PermissionList } from "@/components/permissions/permission-list";
import { PermissionPicker } from "@/components/permissions/permission-picker";
import { ConflictNotice } from "@/components/ui/form/conflict-notice";
import { Dialog } from "@/components/ui/overlay/dialog";
import { useDiscardGuard } from "@/components/ui/unsaved-changes/use-discard-guard";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useProject } from "@/lib/client/project/project";
import { IssuedKeys } from "./issued-keys";
import type { Person } from "./person";
import { useAccessForm } from "./use-access-form";

interface Props {
  readonly person: Person;
  readonly onClose: () => void;
}

/** Changes the permissions of a member. They apply from the member's next request. */
export function AccessDialog({ person, onClose }: Props) {
  const { me, project } = useProject();
  const name = bidiIsolate(person.name);
  const access = useAccessForm(person, onClose);
  const { chosen, theirs, isPending, error } = access;
  const guard = useDiscardGuard({
    title: `the access of ${name}`,
    isDirty: access.isDirty && !isPending,
    onClose: access.leave,
  });
  return (
    <Dialog
      {...{ isPending, error }}
      isLoading={!chosen && !error}
      width="wide"
      onClose={access.leave}
      onDismiss={guard.dismiss}
      title={`Permissions of ${name}`}
      cancel={access.isChanged ? "Close" : "Cancel"}
      action={{
        text: verbOf(access),
        onPress: access.save,
        isDisabled: !chosen || chosen.length === 0,
      }}
    >
      {guard.question}
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
    </Dialog>
  );
}

function verbOf({ theirs, isSaved, toRevoke }: ReturnType<typeof useAccessForm>): string {
  if (theirs) return "Overwrite with my version";
  return isSaved && toRevoke.length > 0 ? "Revoke keys" : "Save access";
}
