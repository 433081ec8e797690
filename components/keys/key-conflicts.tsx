"use client";

import type { ReactNode } from "react";
import { PermissionList } from "@/components/permissions/permission-list";
import { ConflictNotice } from "@/components/ui/form/conflict-notice";
import { useClock } from "@/lib/client/device/clock";
import { shortTime } from "@/lib/client/device/times";
import type { Key } from "./key";
import type { KeyField } from "./merge-key";
import { keyLabels } from "./use-key-form";

/** Shows concurrent changes to the fields of a key that the form changes too. */
export function KeyConflicts(props: {
  readonly theirs: Key;
  readonly clashes: readonly KeyField[];
  readonly take: (field: KeyField) => void;
}) {
  const { theirs, clashes, take } = props;
  const { zone } = useClock();
  const fields = clashes.map((field) => ({
    label: keyLabels[field],
    value: values[field](theirs, zone),
    onTake: () => take(field),
  }));
  return <ConflictNotice what="key" fields={fields} />;
}

const values: Readonly<Record<KeyField, (key: Key, zone: string) => ReactNode>> = {
  name: ({ name }) => name,
  description: ({ note }) => note || "empty",
  expiresAt: ({ expiresAt }, zone) => (expiresAt === null ? "Never" : shortTime(expiresAt, zone)),
  permissions: ({ permissions }) => <PermissionList permissions={permissions} />,
};
