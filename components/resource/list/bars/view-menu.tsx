import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { notifyResult } from "@/components/errors/notify-failure";
import { useRequest } from "@/components/errors/use-request";
import type { ViewControls } from "@/components/resource/list/state/use-view-state";
import { PlainButton } from "@/components/ui/button";
import { passFocusOn } from "@/components/ui/interaction/pass-focus-on";
import { Menu } from "@/components/ui/overlay/menu";
import { MenuItem, MenuSeparator } from "@/components/ui/overlay/menu-parts";
import type { ToastMessage } from "@/components/ui/toast/toast";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { mayUse, useProject } from "@/lib/client/project/project";
import {
  mayChangeView,
  type SavedView,
  useSaveView,
  type ViewChange,
  type ViewVersion,
} from "@/lib/client/views/saved-views";
import { savedView } from "@/lib/resources/settings/saved-view";
import type { Resource } from "@/lib/schema/resource";

interface Props {
  readonly resource: Resource;
  readonly used: ViewControls;
  /** The open view. */
  readonly current: SavedView;
  readonly onSaveAs: () => void;
  /** Called after the deletion, before the views are read again. */
  readonly onRemoved: () => void;
}

/** The actions of the open view that the user may do. */
export function ViewMenu({ resource, used, current, onSaveAs, onRemoved }: Props) {
  const { update, saveState, remove } = useSaveView(resource);
  const { id, name } = current;
  const view = `View “${bidiIsolate(name)}”`;
  const mayChange = mayChangeView(useProject(), current);
  // The views may be read again meanwhile. Changes are based on the version that was shown before.
  const [base, setBase] = useState<ViewVersion>(current);
  if (!used.isEdited && base.etag !== current.etag) setBase(current);
  // The menu is unmounted once another view is open.
  const tell = (sent: Promise<unknown>, done: ToastMessage, failed: string) =>
    notifyResult(() => sent.then(() => done), failed);
  const notDeleted = `${view} not deleted`;
  const deleting = useRequest({ failed: notDeleted });
  const save = () =>
    void tell(
      saveState(base, used.state, setBase).then(setBase),
      { title: `${view} saved` },
      `${view} not saved`,
    );
  const changes = useChanges(
    current,
    (wanted, done) => void tell(update(id, wanted), done, `${view} not changed`),
  );
  return (
    <Menu
      label={`View ${name}`}
      button={
        <PlainButton
          ref={passFocusOn}
          aria-label={`View ${name}`}
          className="grid size-7 place-items-center rounded-sm text-ink-muted hover:text-ink-strong"
        >
          <ChevronDown size={14} aria-hidden />
        </PlainButton>
      }
    >
      {mayChange && (
        <MenuItem isDisabled={!used.isEdited} onAction={save}>
          Save changes
        </MenuItem>
      )}
      <MenuItem isDisabled={!used.isEdited} onAction={() => used.open(id)}>
        Reset
      </MenuItem>
      <MenuItem onAction={onSaveAs}>Save as…</MenuItem>
      {mayChange && (
        <>
          <MenuSeparator />
          {changes.map(({ label, onAction }) => (
            <MenuItem key={label} onAction={onAction}>
              {label}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem
            isDanger
            isDisabled={deleting.isPending}
            onAction={() =>
              void deleting.send(() =>
                tell(remove(id, onRemoved), { title: `${view} deleted` }, notDeleted),
              )
            }
          >
            Delete view
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

interface Choice {
  readonly label: string;
  readonly onAction: () => void;
}

/** Returns the changes of the default and of the visibility that are offered. */
function useChanges(
  { isStoredDefault, isShared, isOwn }: SavedView,
  change: (wanted: ViewChange, done: ToastMessage) => void,
): readonly Choice[] {
  const mayShare = mayUse(useProject(), savedView, "create");
  const words = isShared ? ofProject : ofUser;
  const choice = (label: string, wanted: ViewChange, done: ToastMessage) => ({
    label,
    onAction: () => change(wanted, done),
  });
  const detail = isStoredDefault && { detail: words.ended };
  return [
    choice(
      isStoredDefault ? words.remove : words.set,
      { isDefault: !isStoredDefault },
      { title: words.changed },
    ),
    // A private view of another user is visible to nobody else.
    ...(isShared && isOwn
      ? [choice("Make private", { isShared: false }, { title: "Now private", ...detail })]
      : []),
    ...(!isShared && mayShare
      ? [choice("Share with the project", { isShared: true }, { title: "Now shared", ...detail })]
      : []),
  ];
}

const ofUser = {
  set: "Set as default",
  remove: "Remove as default",
  changed: "Default changed",
  ended: "It is no longer your default.",
};

const ofProject = {
  set: "Set as default for the project",
  remove: "Remove as default of the project",
  changed: "Project default changed",
  ended: "It is no longer the default of the project.",
};
