import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import { explainAccessPath } from "@/components/errors/explain-access-path";
import { grantableTitles } from "@/components/permissions/granting";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/overlay/menu";
import { MenuItem, MenuSeparator } from "@/components/ui/overlay/menu-parts";
import { mayUse, useProject } from "@/lib/client/project/project";
import { apiKey } from "@/lib/resources/settings/api-key";
import type { Key, KeyState } from "./key";
import { KeyDialog } from "./key-dialog";
import { RevokeDialog } from "./revoke-dialog";
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
    revoke: mayUse(context, apiKey, "delete") && state !== "revoked",
  };
  if (!Object.values(may).includes(true)) return null;
  const ask = explainAccessPath({
    resource: "incident",
    operation: "list",
    who: `key:${shown.id}`,
  });
  return (
    <>
      <Menu
        label={`Actions for ${shown.name}`}
        placement="bottom end"
        button={
          <IconButton label={`Actions for ${shown.name}`}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        {may.edit && <MenuItem onAction={() => setOpen("edit")}>Edit…</MenuItem>}
        {may.rotate && <MenuItem onAction={() => setOpen("rotate")}>Rotate…</MenuItem>}
        {may.ask && <MenuItem href={context.base + ask}>Check access…</MenuItem>}
        {may.revoke && <MenuSeparator />}
        {may.revoke && (
          <MenuItem isDanger onAction={() => setOpen("revoke")}>
            Revoke…
          </MenuItem>
        )}
      </Menu>
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
