"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Explained } from "@/components/access/explained";
import { FormProblem } from "@/components/auth/form-problem";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { isolated } from "@/components/ui/isolated";
import { Skeleton } from "@/components/ui/skeleton";
import { notify } from "@/components/ui/toast";
import { meQuery } from "@/lib/client/me";
import type { IssuedKey } from "@/lib/client/memberships";
import { showSaved, useUpdate } from "@/lib/client/mutations";
import { isProblem } from "@/lib/client/problem";
import { usePlace } from "@/lib/client/project";
import { type RecordRead, recordQuery } from "@/lib/client/queries";
import { member } from "@/lib/resources/member";
import { grantable } from "./granting";
import { IssuedKeys, revokeKeys } from "./issued-keys";
import { PermissionPicker } from "./permission-picker";
import type { Person } from "./person-of";

/** What was chosen, and the version of the membership it began from. */
interface Typed {
  readonly value: readonly string[];
  readonly from: RecordRead;
}

/** Changes what a person may do in the project; it holds from their next request. */
export function AccessDialog({
  person,
  onClose,
}: {
  readonly person: Person;
  readonly onClose: () => void;
}) {
  const { me, project } = usePlace();
  const [revoked, setRevoked] = useState<readonly IssuedKey[]>([]);
  const { chosen, isLess, problem, isSaving, choose, save } = useAccess(person, revoked, onClose);
  return (
    <Dialog
      isOpen
      width="wide"
      onOpenChange={() => isSaving || onClose()}
      title={`What ${isolated(person.name)} may do`}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isSaving}>
            Cancel
          </Button>
          <Button
            look="primary"
            onPress={save}
            isPending={isSaving}
            isDisabled={!chosen || chosen.length === 0}
          >
            Save access
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FormProblem message={problem} />
        <p className="text-13 text-ink-muted">
          In <bdi>{project.name}</bdi>.{" "}
          {person.isPending ? "It holds once they accept." : "It holds from their next request on."}
          {person.userId === me._id && " This is you: what you give up, you cannot take back."}
        </p>
        {!chosen && problem === undefined && <Skeleton className="h-8" />}
        {chosen && (
          <PermissionPicker
            value={chosen}
            onChange={choose}
            granter={project.permissions}
            error={chosen.length === 0 ? "Choose a role, or at least one permission." : undefined}
          />
        )}
        {isLess && (
          <IssuedKeys where="here" person={person} chosen={revoked} onChange={setRevoked} />
        )}
      </div>
    </Dialog>
  );
}

const changedMeanwhile =
  "Someone else changed this access meanwhile, and nothing was saved. Here it is as it is now: make your change again.";

function permissionsOf({ record }: RecordRead): readonly string[] {
  return Array.isArray(record.permissions) ? record.permissions.map(String) : [];
}

/** What is chosen, kept to the version it began from, and saving it. */
function useAccess(person: Person, revoked: readonly IssuedKey[], onClose: () => void) {
  const { me } = usePlace();
  const client = useQueryClient();
  const { data: present, error } = useQuery({
    ...recordQuery(member, person.memberId),
    staleTime: 0,
  });
  const [typed, setTyped] = useState<Typed>();
  const read = typed?.from ?? present;
  const chosen = typed?.value ?? (read && permissionsOf(read));
  const update = useUpdate(member);
  const isStale = isProblem(update.error, "precondition_failed");
  const onRefused = (refusal: unknown) => {
    if (isProblem(refusal, "precondition_failed")) setTyped(undefined);
  };
  // Who went back meanwhile is told as well: a promise outlives the question, callbacks of the mutation would not.
  const save = async () => {
    if (!chosen || !read) return;
    const [id, data] = [person.memberId, { permissions: [...chosen] }];
    const etag = await update.mutateAsync({ id, data, etag: read.etag });
    // Who changes it once more right away starts from this version, not from the one before.
    showSaved(client, member, read, { id, data, etag });
    await revokeKeys(revoked);
    notify({ title: `Access of ${isolated(person.name)} changed` });
    onClose();
    if (person.userId === me._id) await client.invalidateQueries(meQuery);
  };
  const choose = (value: readonly string[]) => {
    if (read) setTyped({ value, from: read });
  };
  const failure = update.error ?? error;
  const failed = failure && <Explained error={failure} />;
  const problem = isStale ? changedMeanwhile : failed;
  const held = grantable(chosen ?? []);
  const isLess =
    !person.isPending &&
    chosen !== undefined &&
    read !== undefined &&
    permissionsOf(read).some((title) => !held.has(title));
  return {
    chosen,
    isLess,
    problem,
    isSaving: update.isPending,
    choose,
    save: () => void save().catch(onRefused),
  };
}
