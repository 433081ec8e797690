"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifyFailure } from "@/components/errors/notify-failure";
import { grantableTitles } from "@/components/permissions/granting";
import { notify } from "@/components/ui/toast/toast";
import { useIsMounted } from "@/components/ui/use-is-mounted";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useProject } from "@/lib/client/project/project";
import { type RecordRead, recordQuery } from "@/lib/client/queries/queries";
import { meQuery } from "@/lib/client/session/me";
import type { IssuedKey } from "@/lib/contract/people";
import { member } from "@/lib/resources/settings/member";
import type { Person } from "./person";
import { KeysNotRevoked, revokeKeys } from "./revoke-keys";
import { AccessConflict, permissionsOf, sameTitles, useSaveAccess } from "./use-save-access";

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
  const isMounted = useIsMounted();
  const { data: present, error: unread } = useQuery({
    ...recordQuery(member, person.memberId),
    staleTime: 0,
  });
  const [typed, setTyped] = useState<Typed>();
  const [toRevoke, setToRevoke] = useState<readonly IssuedKey[]>([]);
  const [theirs, setTheirs] = useState<readonly string[]>();
  const [problem, setProblem] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  /** The permissions are saved, and keys remain to be revoked. */
  const [isChanged, setChanged] = useState(false);
  const change = useSaveAccess(person.memberId);
  const read = typed?.from ?? present;
  const chosen = typed?.value ?? (read && permissionsOf(read));

  const leave = () => {
    onClose();
    if (isChanged && person.userId === me._id) void client.invalidateQueries(meQuery);
  };

  const attempt = async (value: readonly string[], from: RecordRead) => {
    const saved = await change(value, from);
    setTyped({ value, from: saved });
    setChanged(true);
    await revokeKeys(toRevoke);
    notify({ title: `Access of ${bidiIsolate(person.name)} changed` });
    onClose();
    if (person.userId === me._id) await client.invalidateQueries(meQuery);
  };

  /** Shows the error also to a user who has left the page. */
  const tell = (error: unknown, value: readonly string[]) => {
    const name = bidiIsolate(person.name);
    if (error instanceof KeysNotRevoked) {
      setToRevoke(error.left);
      if (!isMounted()) notifyFailure(`Access of ${name} changed, keys not revoked`, error.cause);
    } else if (!isMounted()) notifyFailure(`Access of ${name} not changed`, error);
    if (error instanceof AccessConflict) {
      setTyped({ value, from: error.now });
      setTheirs(permissionsOf(error.now));
    } else setProblem(error);
  };

  const save = async () => {
    if (!chosen || !read || isSaving) return;
    setSaving(true);
    setProblem(undefined);
    setTheirs(undefined);
    await attempt(chosen, read).catch((error: unknown) => tell(error, chosen));
    setSaving(false);
  };

  const choose = (value: readonly string[]) => {
    if (read) setTyped({ value, from: read });
  };
  const takeTheirs = () => {
    if (theirs) choose(theirs);
    setTheirs(undefined);
  };
  return {
    ...{ chosen, theirs, takeTheirs, toRevoke, setToRevoke, isSaving, isChanged, choose, leave },
    isDirty: typed !== undefined && !sameTitles(typed.value, permissionsOf(typed.from)),
    isLess: isChanged || removesPermissions(person, read, chosen),
    isSaved: isChanged && read !== undefined && sameTitles(chosen ?? [], permissionsOf(read)),
    problem: problem ?? unread ?? undefined,
    save: () => void save(),
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
