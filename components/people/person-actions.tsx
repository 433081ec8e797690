import { type ReactNode, useState } from "react";
import { explainAccessPath } from "@/components/errors/explain-access-path";
import { grantableTitles } from "@/components/permissions/granting";
import { ActionsMenu } from "@/components/ui/overlay/actions-menu";
import { MenuItem, MenuSeparator } from "@/components/ui/overlay/menu-parts";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { mayUse, type ProjectContext, useProject } from "@/lib/client/project/project";
import { member } from "@/lib/resources/settings/member";
import { AccessDialog } from "./access-dialog";
import { AccountStatusDialog, type AccountStep } from "./account-status-dialog";
import type { Person } from "./person";
import { RemoveMemberDialog } from "./remove-member-dialog";
import { ResetLinkDialog } from "./reset-link-dialog";

type Open = "access" | "remove" | "reset" | AccountStep;

interface Props {
  readonly person: Person;
  readonly isLastOwner: boolean;
}

interface ActionsProps extends Props {
  /** A user of the sample project, who cannot sign in by any link. */
  readonly isSample: boolean;
}

/** Menu of the actions on a member. It holds only actions that the current user may take. */
export function PersonActions({ person, isLastOwner, isSample }: ActionsProps) {
  const context = useProject();
  const [open, setOpen] = useState<Open>();
  const may = permittedActions(context, person, isSample);
  const close = () => setOpen(undefined);
  const item = (name: Open, text: string, isDanger = false) => (
    <MenuItem id={name} isDanger={isDanger} onAction={() => setOpen(name)}>
      {text}
    </MenuItem>
  );
  const leave = removeLabel(person, context.me._id);
  if (!Object.values(may).includes(true)) return null;
  return (
    <>
      <ActionsMenu label={`Actions for ${bidiIsolate(person.name)}`}>
        {may.change && item("access", "Change access…")}
        {may.reset && item("reset", "Create reset link…")}
        {may.ask && (
          <MenuItem
            href={`${context.base}${explainAccessPath({ resource: "incident", operation: "update", who: `user:${person.userId}` })}`}
          >
            Check access…
          </MenuItem>
        )}
        {!person.isPending && (
          <MenuItem href={`${context.base}/user/${person.userId}?tab=history`}>
            User history
          </MenuItem>
        )}
        <MenuItem href={`${context.base}/member/${person.memberId}?tab=history`}>
          Access history
        </MenuItem>
        {may.endSessions && item("end-sessions", "End all sessions…")}
        {may.disable &&
          (person.isDisabled ? item("enable", "Enable…") : item("disable", "Disable…"))}
        {may.remove && <MenuSeparator />}
        {may.remove && item("remove", leave, true)}
      </ActionsMenu>
      {open !== undefined && dialogs[open]({ person, isLastOwner, onClose: close })}
    </>
  );
}

interface DialogParts extends Props {
  readonly onClose: () => void;
}

const dialogs: Readonly<Record<Open, (parts: DialogParts) => ReactNode>> = {
  access: ({ person, onClose }) => <AccessDialog {...{ person, onClose }} />,
  remove: (parts) => <RemoveMemberDialog {...parts} />,
  reset: ({ person, onClose }) => <ResetLinkDialog {...{ person, onClose }} />,
  disable: ({ person, onClose }) => <AccountStatusDialog {...{ person, onClose }} step="disable" />,
  enable: ({ person, onClose }) => <AccountStatusDialog {...{ person, onClose }} step="enable" />,
  "end-sessions": ({ person, onClose }) => (
    <AccountStatusDialog {...{ person, onClose }} step="end-sessions" />
  ),
};

function removeLabel({ isPending, userId }: Person, me: string): string {
  if (isPending) return "Withdraw the request…";
  return userId === me ? "Leave this project…" : "Remove from this project…";
}

/**
 * Returns the actions that the API permits. A user with more permissions than the caller cannot be
 * changed, and accounts belong to owners.
 */
function permittedActions(context: ProjectContext, person: Person, isSample: boolean) {
  const { me, project } = context;
  const { permissions, userId, isPending } = person;
  const held = grantableTitles(project.permissions);
  const isWithin = permissions.every((title) => held.has(title));
  const isOneself = userId === me._id;
  const isOwner = project.permissions.includes("Project Owner");
  return {
    change: mayUse(context, member, "update") && isWithin,
    remove: mayUse(context, member, "delete") && isWithin,
    ask: mayUse(context, member, "update") && !isPending,
    reset: isOwner && !isOneself && !isPending && !isSample,
    disable: me.isDeploymentOwner && !isOneself,
    endSessions: me.isDeploymentOwner && !isOneself,
  };
}
