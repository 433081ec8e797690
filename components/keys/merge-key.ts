import { serverTime } from "@/lib/client/device/server-time";
import { expiryInstant } from "./expiry-field";
import type { Key } from "./key";
import type { KeyValues } from "./use-key-form";

/** The fields of a key that two users may change at once. */
export const keyFields = ["name", "description", "expiresAt", "permissions", "dialect"] as const;
export type KeyField = (typeof keyFields)[number];

export interface KeyMerge {
  /** Fields that only the other user changed. */
  readonly taken: readonly KeyField[];
  /** Fields that both users changed to different values. */
  readonly conflicts: readonly KeyField[];
}

/**
 * Compares the form values of a key with a version that another user saved. Both are based on
 * `original`. A field that both changed alike is no conflict.
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

/** Value of each field as text, for comparison. */
const shown: Readonly<Record<KeyField, (key: Key) => string>> = {
  name: ({ name }) => name,
  description: ({ note }) => note,
  expiresAt: ({ expiresAt }) => expiresAt ?? "",
  permissions: ({ permissions }) => permissions.toSorted().join(),
  dialect: ({ dialect }) => dialect,
};

/** The same for the form values; undefined if the form leaves the value unchanged. */
const typed: Readonly<Record<KeyField, (values: KeyValues) => string | undefined>> = {
  name: ({ name }) => name.trim(),
  description: ({ description }) => description.trim(),
  expiresAt: ({ expiresAt }) => {
    const ends = expiryInstant(expiresAt, serverTime());
    return ends === null ? "" : ends;
  },
  permissions: ({ permissions }) => permissions.toSorted().join(),
  dialect: ({ dialect }) => dialect,
};
