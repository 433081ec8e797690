import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { explainAccessPath } from "@/components/errors/explain-access-path";
import { useRequest } from "@/components/errors/use-request";
import { grantableTitles } from "@/components/permissions/granting";
import { ActionsMenu } from "@/components/ui/overlay/actions-menu";
import { Dialog } from "@/components/ui/overlay/dialog";
import { MenuItem, MenuSeparator } from "@/components/ui/overlay/menu-parts";
import { RelativeTime } from "@/components/ui/relative-time";
import { notify } from "@/components/ui/toast/toast";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { mayUse, useProject } from "@/lib/client/project/project";
import { deleteRecord, refreshAll } from "@/lib/client/saving/mutations";
import { apiKey } from "@/lib/resources/settings/api-key";
import type { Key, KeyState } from "./key";
import { KeyDialog } from "./key-dialog";
import { RotateDialog } from "./rotate-dialog";

/** Menu of a key. It holds only actions that the user may take and that the key's state allows. */
export function KeyActions({ shown, state }: { readonly shown: Key; readonly state: KeyState }) {
  const context = useProject();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const held = grantableTitles(context.project.permissions);
  const isWithin = shown.permissions.every((title) => held.has(title));
  const mayChange = mayUse(context, apiKey, "update");
  const may = {
    edit: mayChange && isWithin && state !== "revoked",
    rotate: mayChange && isWithin && (state === "works" || state === "expiresSoon"),
    ask: mayChange,
    revoke: mayUse(context, apiKey, "delete") && isWithin && state !== "revoked",
  };
  if (!Object.values(may).includes(true)) return null;
  const ask = explainAccessPath({
    resource: "incident",
    operation: "list",
    who: `key:${shown.id}`,
  });
  return (
    <>
      <ActionsMenu label={`Actions for ${shown.name}`}>
        {may.edit && <MenuItem onAction={() => setOpen("edit")}>Edit…</MenuItem>}
        {may.rotate && <MenuItem onAction={() => setOpen("rotate")}>Rotate…</MenuItem>}
        {may.ask && <MenuItem href={context.base + ask}>Check access…</MenuItem>}
        {may.revoke && <MenuSeparator />}
        {may.revoke && (
          <MenuItem isDanger onAction={() => setOpen("revoke")}>
            Revoke…
          </MenuItem>
        )}
      </ActionsMenu>
      {open !== undefined && dialogs[open]({ shown, onClose: close })}
    </>
  );
}

type Open = "edit" | "rotate" | "revoke";

interface DialogParts {
  readonly shown: Key;
  readonly onClose: () => void;
}

const dialogs: Readonly<Record<Open, (parts: DialogParts) => ReactNode>> = {
  edit: ({ shown, onClose }) => <KeyDialog edited={shown} onClose={onClose} />,
  rotate: ({ shown, onClose }) => <RotateDialog rotated={shown} onClose={onClose} />,
  revoke: ({ shown, onClose }) => <RevokeDialog revoked={shown} onClose={onClose} />,
};

interface Props {
  readonly revoked: Key;
  readonly onClose: () => void;
}

/** Confirms that a key is revoked permanently. Shows when it was last used. */
function RevokeDialog({ revoked, onClose }: Props) {
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
