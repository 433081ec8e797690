"use client";

import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import { accessPath } from "@/components/access/access-path";
import { IconButton } from "@/components/ui/icon-button";
import { isolated } from "@/components/ui/isolated";
import { Menu } from "@/components/ui/menu";
import { MenuItem, MenuLine } from "@/components/ui/menu-parts";
import { mayUse, type ProjectContext, useProject } from "@/lib/client/project";
import { member } from "@/lib/resources/member";
import { AccessDialog } from "./access-dialog";
import { grantable } from "./granting";
import type { Person } from "./person-of";
import { RemoveDialog } from "./remove-dialog";
import { ResetLinkDialog } from "./reset-link-dialog";
import { StateDialog, type StateStep } from "./state-dialog";

type Open = "access" | "remove" | "reset" | StateStep;

interface Props {
  readonly person: Person;
  readonly isLastOwner: boolean;
}

interface ActionsProps extends Props {
  /** A person of the sample project, whom no link lets in. */
  readonly isSample: boolean;
}

/** What can be done about a person: only what this person may do is there. */
export function PersonActions({ person, isLastOwner, isSample }: ActionsProps) {
  const place = useProject();
  const [open, setOpen] = useState<Open>();
  const may = whatIsPossible(place, person, isSample);
  const close = () => setOpen(undefined);
  const item = (name: Open, text: string, isDanger = false) => (
    <MenuItem id={name} isDanger={isDanger} onAction={() => setOpen(name)}>
      {text}
    </MenuItem>
  );
  const leave = leaving(person, place.me._id);
  if (!Object.values(may).includes(true)) return null;
  return (
    <>
      <Menu
        label={`Actions for ${isolated(person.name)}`}
        placement="bottom end"
        button={
          <IconButton label={`Actions for ${isolated(person.name)}`}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        {may.change && item("access", "Change access…")}
        {may.reset && item("reset", "Make a reset link…")}
        {may.ask && (
          <MenuItem
            href={`${place.base}${accessPath({ resource: "incident", operation: "update", who: `user:${person.userId}` })}`}
          >
            What may they do?
          </MenuItem>
        )}
        {!person.isPending && (
          <MenuItem href={`${place.base}/user/${person.userId}?tab=history`}>
            History of the person
          </MenuItem>
        )}
        <MenuItem href={`${place.base}/member/${person.memberId}?tab=history`}>
          History of their access
        </MenuItem>
        {may.endSessions && item("end-sessions", "End all sessions…")}
        {may.disable &&
          (person.isDisabled ? item("enable", "Enable…") : item("disable", "Disable…"))}
        {may.remove && <MenuLine />}
        {may.remove && item("remove", leave, true)}
      </Menu>
      {open !== undefined && dialogs[open]({ person, isLastOwner, onClose: close })}
    </>
  );
}

interface DialogParts extends Props {
  readonly onClose: () => void;
}

const dialogs: Readonly<Record<Open, (parts: DialogParts) => ReactNode>> = {
  access: ({ person, onClose }) => <AccessDialog {...{ person, onClose }} />,
  remove: (parts) => <RemoveDialog {...parts} />,
  reset: ({ person, onClose }) => <ResetLinkDialog {...{ person, onClose }} />,
  disable: ({ person, onClose }) => <StateDialog {...{ person, onClose }} step="disable" />,
  enable: ({ person, onClose }) => <StateDialog {...{ person, onClose }} step="enable" />,
  "end-sessions": ({ person, onClose }) => (
    <StateDialog {...{ person, onClose }} step="end-sessions" />
  ),
};

function leaving({ isPending, userId }: Person, me: string): string {
  if (isPending) return "Withdraw the request…";
  return userId === me ? "Leave this project…" : "Remove from this project…";
}

/** As the API decides it: nobody touches a place above their own, accounts belong to owners. */
function whatIsPossible(place: ProjectContext, person: Person, isSample: boolean) {
  const { me, project } = place;
  const { permissions, userId, isPending } = person;
  const held = grantable(project.permissions);
  const isWithin = permissions.every((title) => held.has(title));
  const isOneself = userId === me._id;
  const isOwner = project.permissions.includes("Project Owner");
  return {
    change: mayUse(place, member, "update") && isWithin,
    remove: mayUse(place, member, "delete") && isWithin,
    ask: mayUse(place, member, "update") && !isPending,
    reset: isOwner && !isOneself && !isPending && !isSample,
    disable: me.isDeploymentOwner && !isOneself,
    endSessions: me.isDeploymentOwner && !isOneself,
  };
}
