import { expiryInstant } from "./expiry-field";
import type { Key } from "./key";
import type { KeyValues } from "./use-key-form";

/** The fields of a key that two users may change at once. */
export const keyFields = ["name", "description", "expiresAt", "permissions"] as const;
export type KeyField = (typeof keyFields)[number];

export interface KeyMerge {
  /** What came from the other side alone. */
  readonly taken: readonly KeyField[];
  /** What both sides changed to different values. */
  readonly conflicts: readonly KeyField[];
}

/**
 * Compares what a form holds of a key with what somebody else saved, both begun from `original`. A field changed alike
 * on both sides is no clash.
 */
export function mergeKey(original: Key, theirs: Key, mine: KeyValues): KeyMerge {
  const byThem = keyFields.filter((field) => shown[field](original) !== shown[field](theirs));
  const wanted = (field: KeyField) => typed[field](mine) ?? shown[field](original);
  const isMine = (field: KeyField) => wanted(field) !== shown[field](original);
  return {
    taken: byThem.filter((field) => !isMine(field)),
    conflicts: byThem.filter((field) => isMine(field) && wanted(field) !== shown[field](theirs)),
  };
}

/** A value of a key as text to compare by. */
const shown: Readonly<Record<KeyField, (key: Key) => string>> = {
  name: ({ name }) => name,
  description: ({ note }) => note,
  expiresAt: ({ expiresAt }) => expiresAt ?? "",
  permissions: ({ permissions }) => permissions.toSorted().join(),
};

/** The same of what the form holds; undefined where it leaves the value as it is. */
const typed: Readonly<Record<KeyField, (values: KeyValues) => string | undefined>> = {
  name: ({ name }) => name.trim(),
  description: ({ description }) => description.trim(),
  expiresAt: ({ expiresAt }) => {
    const ends = expiryInstant(expiresAt, Date.now());
    return ends === null ? "" : ends;
  },
  permissions: ({ permissions }) => permissions.toSorted().join(),
};
