"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ErrorMessage } from "@/components/errors/error-message";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/form/form-error";
import { Dialog } from "@/components/ui/overlay/dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { notify } from "@/components/ui/toast/toast";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useMutationOnce } from "@/lib/client/saving/mutation-once";
import { deleteRecord, refreshAll } from "@/lib/client/saving/mutations";
import { apiKey } from "@/lib/resources/settings/api-key";
import type { Key } from "./key";

/** Confirms that a key is revoked permanently. Shows when it was last used. */
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
          From now on, programs that use this key get 401, also with its previous secret. You cannot
          undo this. The history of the key is kept.
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
