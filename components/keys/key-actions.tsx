"use client";

import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import { accessPath } from "@/components/access/access-path";
import { grantable } from "@/components/people/granting";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { MenuItem, MenuLine } from "@/components/ui/menu-parts";
import { mayUse, useProject } from "@/lib/client/project";
import { apiKey } from "@/lib/resources/api-key";
import { KeyDialog } from "./key-dialog";
import type { Key, KeyState } from "./key-of";
import { RevokeDialog } from "./revoke-dialog";
import { RotateDialog } from "./rotate-dialog";

/** What can be done with a key: only what this person may do, and what still makes sense. */
export function KeyActions({ shown, state }: { readonly shown: Key; readonly state: KeyState }) {
  const place = useProject();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const held = grantable(place.project.permissions);
  const isWithin = shown.permissions.every((title) => held.has(title));
  const mayChange = mayUse(place, apiKey, "update");
  const may = {
    edit: mayChange && isWithin && state !== "revoked",
    rotate: mayChange && isWithin && (state === "works" || state === "expiresSoon"),
    ask: mayChange,
    revoke: mayUse(place, apiKey, "delete") && state !== "revoked",
  };
  if (!Object.values(may).includes(true)) return null;
  const ask = accessPath({ resource: "incident", operation: "list", who: `key:${shown.id}` });
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
        {may.ask && <MenuItem href={place.base + ask}>What may it do?</MenuItem>}
        {may.revoke && <MenuLine />}
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
