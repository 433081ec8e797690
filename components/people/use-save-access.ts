"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type RecordRead, recordQuery } from "@/lib/client/queries/queries";
import { showSaved, useUpdate } from "@/lib/client/saving/mutations";
import { type MergePlan, saveMerged } from "@/lib/client/saving/save-merged";
import { member } from "@/lib/resources/settings/member";

/**
 * Returns a function that saves a member's permissions over the version they were chosen from, and
 * resolves with the saved version. Concurrent changes of other fields are kept. After a concurrent
 * change of the permissions, calls `onConflict` with the choice and the current version, and
 * rejects with `SaveConflict`.
 */
export function useSaveAccess(
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
export function permissionsOf({ record }: RecordRead): readonly string[] {
  return Array.isArray(record.permissions) ? record.permissions.map(String) : [];
}

/** Returns true for the same roles and titles, in any order. */
export function sameTitles(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((title) => other.includes(title));
}
