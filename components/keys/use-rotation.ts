import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { rotateKey } from "@/lib/client/saving/mutations";
import { type MergePlan, mergeAndSave, saveMerged } from "@/lib/client/saving/save-merged";
import type { Row } from "@/lib/schema/row";
import type { Key } from "./key";
import { fetchKey, type KeyVersion } from "./save-key";

/** The rotation of one key, from the version that the user has seen. */
export interface Rotation {
  /** The key as the user has seen it. */
  readonly seen: Key;
  /** True once another rotation was found that the user did not know of. */
  readonly isRotatedMeanwhile: boolean;
  /**
   * Gives the key a new secret and returns its row with the secret. Rejects with `SaveConflict` if
   * the key got a new secret after the version in `seen`, which is then the newest; a second call
   * rotates that one. Other changes of the key do not matter.
   */
  readonly rotate: (overlapMinutes: number) => Promise<Row>;
}

/** Returns the rotation of a key that a list shows. Its version is read at once. */
export function useRotation(listed: Key): Rotation {
  const { id } = listed;
  const client = useQueryClient();
  // The key in the list has no version. The list may be refetched meanwhile, also after a rotation
  // whose reply was lost, and the user confirms only the version that the dialog showed.
  const [seen, setSeen] = useState<KeyVersion>({ key: listed, etag: undefined });
  const [isRotatedMeanwhile, setRotatedMeanwhile] = useState(false);
  // The server is outside of React.
  useEffect(() => {
    const show = (read: KeyVersion) => setSeen((now) => (now.etag === undefined ? read : now));
    // After a failure, the rotation reads the version itself.
    fetchKey(client, id).then(show, () => undefined);
  }, [client, id]);
  const plan: MergePlan<KeyVersion, RotationMerge, Row> = {
    read: () => fetchKey(client, id),
    write: (minutes, { key, etag }) => rotateKey(key.id, minutes, etag),
    merge: (base, values, theirs) => ({
      values,
      conflicts: base.key.prefix === theirs.key.prefix ? [] : ["secret"],
    }),
    onMerge: (theirs, { conflicts }) => {
      setSeen(theirs);
      if (conflicts.length > 0) setRotatedMeanwhile(true);
    },
    conflictAdvice: "The key has a new secret already.",
  };
  const save = seen.etag === undefined ? mergeAndSave : saveMerged;
  return {
    seen: seen.key,
    isRotatedMeanwhile,
    rotate: (overlapMinutes) => save(plan, seen, overlapMinutes),
  };
}

interface RotationMerge {
  /** The overlap in minutes. */
  readonly values: number;
  readonly conflicts: readonly "secret"[];
}
