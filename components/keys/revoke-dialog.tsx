"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ErrorMessage } from "@/components/access/explained";
import { FormError } from "@/components/auth/form-problem";
import { RelativeTime } from "@/components/people/time-said";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { bidiIsolate } from "@/components/ui/isolated";
import { notify } from "@/components/ui/toast";
import { useMutationOnce } from "@/lib/client/mutation-once";
import { deleteRecord, refreshAll } from "@/lib/client/mutations";
import { apiKey } from "@/lib/resources/api-key";
import type { Key } from "./key-of";

/** Asks before a key ends for good, with when it was last used. */
export function RevokeDialog({
  revoked,
  onClose,
}: {
  readonly revoked: Key;
  readonly onClose: () => void;
}) {
  const client = useQueryClient();
  const revoking = useMutationOnce({
    mutationFn: () => deleteRecord(apiKey, revoked.id),
    onSuccess: async () => {
      notify({ title: `“${bidiIsolate(revoked.name)}” is revoked` });
      onClose();
      await refreshAll(client);
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={() => revoking.isPending || onClose()}
      role="alertdialog"
      title={`Revoke “${revoked.name}”?`}
      actions={
        <>
          <Button onPress={onClose} isDisabled={revoking.isPending} autoFocus>
            Cancel
          </Button>
          <Button look="danger" onPress={() => revoking.mutate()} isPending={revoking.isPending}>
            Revoke key
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <FormError message={revoking.error && <ErrorMessage error={revoking.error} />} />
        <p>
          From the next call on, programs that use it are refused with 401, a former secret of it
          included. It cannot be undone: they need a new key. The history of the key stays.
        </p>
        <p className="text-13 text-ink-muted">
          {revoked.lastUsedAt === null ? (
            "It was never used."
          ) : (
            <>
              Last used <RelativeTime instant={revoked.lastUsedAt} />.
            </>
          )}
        </p>
      </div>
    </Dialog>
  );
}
