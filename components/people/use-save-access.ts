"use client";

import { useQueryClient } from "@tanstack/react-query";
import { isProblem } from "@/lib/client/http/problem";
import { type RecordRead, recordQuery } from "@/lib/client/queries/queries";
import { showSaved, useUpdate } from "@/lib/client/saving/mutations";
import { member } from "@/lib/resources/settings/member";

/**
 * Thrown after a concurrent change of the permissions. Nothing was saved. `now` is the current
 * membership.
 */
export class AccessConflict extends Error {
  readonly now: RecordRead;
  constructor(now: RecordRead) {
    super("Another user changed this access. Their version was kept.");
    this.now = now;
  }
}

/**
 * Returns a function that saves a member's permissions over the version they were chosen from, and
 * resolves with the saved version. Concurrent changes of other fields are kept. It rejects with
 * `AccessConflict` on a concurrent change of the permissions, else with an `ApiProblem`.
 */
export function useSaveAccess(
  id: string,
): (value: readonly string[], from: RecordRead) => Promise<RecordRead> {
  const client = useQueryClient();
  const update = useUpdate(member);
  const save = async (value: readonly string[], from: RecordRead, tries: number) => {
    if (sameTitles(value, permissionsOf(from))) return from;
    const data = { permissions: [...value] };
    try {
      const etag = await update.mutateAsync({ id, data, etag: from.etag });
      // The next change starts from this version, not from the one before.
      showSaved(client, member, from, { id, data, etag });
      return { record: { ...from.record, ...data }, etag };
    } catch (error) {
      if (tries === 0 || !isProblem(error, "precondition_failed")) throw error;
      const now = await client.fetchQuery({ ...recordQuery(member, id), staleTime: 0 });
      const theirs = permissionsOf(now);
      const isClash = !sameTitles(theirs, permissionsOf(from)) && !sameTitles(theirs, value);
      if (isClash) throw new AccessConflict(now);
      return save(value, now, tries - 1);
    }
  };
  return (value, from) => save(value, from, 3);
}

/** Returns the roles and titles that a membership grants. */
export function permissionsOf({ record }: RecordRead): readonly string[] {
  return Array.isArray(record.permissions) ? record.permissions.map(String) : [];
}

/** Returns true for the same roles and titles, in any order. */
export function sameTitles(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((title) => other.includes(title));
}
