import { useQueryClient } from "@tanstack/react-query";
import { useRequest } from "@/components/errors/use-request";
import { Dialog } from "@/components/ui/overlay/dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { notify } from "@/components/ui/toast/toast";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { deleteRecord, refreshAll } from "@/lib/client/saving/mutations";
import { apiKey } from "@/lib/resources/settings/api-key";
import type { Key } from "./key";

interface Props {
  readonly revoked: Key;
  readonly onClose: () => void;
}

/** Confirms that a key is revoked permanently. Shows when it was last used. */
export function RevokeDialog({ revoked, onClose }: Props) {
  const client = useQueryClient();
  const name = `“${bidiIsolate(revoked.name)}”`;
  const { send, ...request } = useRequest({ failed: `${name} not revoked` });
  const revoke = async () => {
    await deleteRecord(apiKey, revoked.id);
    notify({ title: `${name} is revoked` });
    void refreshAll(client);
  };
  return (
    <Dialog
      {...request}
      onClose={onClose}
      role="alertdialog"
      title={`Revoke “${revoked.name}”?`}
      action={{
        text: "Revoke key",
        isDanger: true,
        onPress: () => void send(revoke, onClose),
      }}
    >
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
    </Dialog>
  );
}
