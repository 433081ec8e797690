import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { grantableTitles } from "@/components/permissions/granting";
import { notify } from "@/components/ui/toast/toast";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useProject } from "@/lib/client/project/project";
import { type RecordRead, recordQuery } from "@/lib/client/queries/queries";
import { showSaved, useUpdate } from "@/lib/client/saving/mutations";
import { type MergePlan, saveMerged } from "@/lib/client/saving/save-merged";
import { meQuery } from "@/lib/client/session/me";
import { member } from "@/lib/resources/settings/member";
import type { Person } from "./person";
import { revokeKeys, useRevokingRequest } from "./revoke-keys";

/** The chosen permissions, and the version of the membership they are based on. */
interface Typed {
  readonly value: readonly string[];
  readonly from: RecordRead;
}

/**
 * Returns the chosen permissions of a member, and the function that saves them and revokes the
 * chosen keys. A concurrent change keeps the choice. The other version is then `theirs`, and saving
 * again overwrites it.
 */
export function useAccessForm(person: Person, onClose: () => void) {
  const { me } = useProject();
  const client = useQueryClient();
  const { data: present, error: unread } = useQuery({
    ...recordQuery(member, person.memberId),
    staleTime: 0,
  });
  const [typed, setTyped] = useState<Typed>();
  const [theirs, setTheirs] = useState<readonly string[]>();
  /** The permissions are saved, and keys remain to be revoked. */
  const [isChanged, setChanged] = useState(false);
  const change = useSaveAccess(person.memberId, (value, from) => {
    setTyped({ value, from });
    setTheirs(permissionsOf(from));
  });
  const read = typed?.from ?? present;
  const chosen = typed?.value ?? (read && permissionsOf(read));
  const name = bidiIsolate(person.name);
  const revoking = useRevokingRequest(`Saving the access of ${name} failed`);
  const { send, isPending, error, chosen: toRevoke, setChosen: setToRevoke } = revoking;

  const leave = () => {
    onClose();
    if (isChanged && person.userId === me._id) void client.invalidateQueries(meQuery);
  };

  const attempt = async (value: readonly string[], from: RecordRead) => {
    setTheirs(undefined);
    const saved = await change(value, from);
    setTyped({ value, from: saved });
    setChanged(true);
    await revokeKeys(toRevoke, `The access of ${name} is changed.`);
    notify({ title: `Access of ${name} changed` });
    if (person.userId === me._id) void client.invalidateQueries(meQuery);
  };
  const save = () => {
    if (chosen && read) void send(() => attempt(chosen, read), onClose);
  };

  const choose = (value: readonly string[]) => {
    if (read) setTyped({ value, from: read });
  };
  const takeTheirs = () => {
    if (theirs) choose(theirs);
    setTheirs(undefined);
  };
  return {
    ...{ chosen, theirs, takeTheirs, toRevoke, setToRevoke, isPending, isChanged, choose, leave },
    isDirty: typed !== undefined && !sameTitles(typed.value, permissionsOf(typed.from)),
    isLess: isChanged || removesPermissions(person, read, chosen),
    isSaved: isChanged && read !== undefined && sameTitles(chosen ?? [], permissionsOf(read)),
    error: error ?? unread,
    save,
  };
}

/**
 * Returns true when the choice removes permissions. Keys that the member created may then be
 * revoked as well.
 */
function removesPermissions(
  { isPending }: Person,
  read: RecordRead | undefined,
  chosen: readonly string[] | undefined,
): boolean {
  if (isPending || !read || !chosen) return false;
  const held = grantableTitles(chosen);
  return permissionsOf(read).some((title) => !held.has(title));
}

/**
 * Returns a function that saves a member's permissions over the version they were chosen from, and
 * resolves with the saved version. Concurrent changes of other fields are kept. After a concurrent
 * change of the permissions, calls `onConflict` with the choice and the current version, and
 * rejects with `SaveConflict`.
 */
function useSaveAccess(
  id: string,
  onConflict: (value: readonly string[], now: RecordRead) => void,
): (value: readonly string[], from: RecordRead) => Promise<RecordRead> {
  const client = useQueryClient();
  const update = useUpdate(member);
  const plan: MergePlan<RecordRead, AccessMerge, RecordRead> = {
    read: () => client.fetchQuery({ ...recordQuery(member, id), staleTime: 0 }),
    write: async (value, from) => {
      if (sameTitles(value, permissionsOf(from))) return from;
      const data = { permissions: [...value] };
      const etag = await update.mutateAsync({ id, data, etag: from.etag });
      // The next change starts from this version, not from the one before.
      showSaved(client, member, from, { id, data, etag });
      return { record: { ...from.record, ...data }, etag };
    },
    merge: (from, mine, now) => {
      const theirs = permissionsOf(now);
      const isClash = !sameTitles(theirs, permissionsOf(from)) && !sameTitles(theirs, mine);
      return { values: mine, conflicts: isClash ? [theirs] : [] };
    },
    onMerge: (now, { values, conflicts }) => {
      if (conflicts.length > 0) onConflict(values, now);
    },
  };
  return (value, from) => saveMerged(plan, from, value);
}

interface AccessMerge {
  readonly values: readonly string[];
  readonly conflicts: readonly (readonly string[])[];
}

/** Returns the roles and titles that a membership grants. */
function permissionsOf({ record }: RecordRead): readonly string[] {
  return Array.isArray(record.permissions) ? record.permissions.map(String) : [];
}

/** Returns true for the same roles and titles, in any order. */
function sameTitles(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((title) => other.includes(title));
}
