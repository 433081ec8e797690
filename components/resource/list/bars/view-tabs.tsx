import { ChevronDown, Users } from "lucide-react";
import { Suspense, useState } from "react";
import { notifyResult } from "@/components/errors/notify-failure";
import { columnsToText } from "@/components/resource/list/columns/column-text";
import type { Layout } from "@/components/resource/list/columns/use-layout";
import type { ViewControls } from "@/components/resource/list/state/use-view-state";
import { Button, PlainButton } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Menu } from "@/components/ui/overlay/menu";
import { MenuItem, MenuSeparator } from "@/components/ui/overlay/menu-parts";
import { notify } from "@/components/ui/toast/toast";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import {
  type SavedView,
  useSaveView,
  type ViewChange,
  type ViewVersion,
} from "@/lib/client/views/saved-views";
import { defaultView, sameView } from "@/lib/client/views/view-state";
import type { Resource } from "@/lib/schema/resource";

const SaveViewDialog = lazyWithRetry(
  async () => (await import("./save-view-dialog")).SaveViewDialog,
);

interface Props {
  readonly resource: Resource;
  readonly views: readonly SavedView[];
  readonly used: ViewControls;
  readonly layout: Layout;
}

/**
 * The saved views of a list, side by side. A dot marks the current view if it has unsaved changes.
 */
export function ViewTabs({ resource, views, used, layout }: Props) {
  const [isSaving, setSaving] = useState(false);
  const { create } = useSaveView(resource);
  const current = views.find(({ id }) => id === used.view);
  const canSave = used.view === undefined ? !sameView(used.state, defaultView) : used.isEdited;
  if (views.length === 0 && !canSave) return null;
  const saveAs = async (name: string, isShared: boolean) => {
    // The view stores the visible columns of its author, not those a reader is used to.
    const state = { ...used.state, columns: layoutText(layout) };
    const id = await create(name, state, isShared);
    notify({ title: `View “${bidiIsolate(name)}” saved` });
    return id;
  };
  return (
    <div className="flex min-w-0 items-center gap-0.5 overflow-x-auto">
      {views.length > 0 && (
        <Tab
          isHere={used.view === undefined && !used.isMissing}
          onPress={() => used.open(undefined)}
        >
          All
        </Tab>
      )}
      {views.map((view) => (
        <Tab key={view.id} isHere={view.id === used.view} onPress={() => used.open(view.id)}>
          {view.isShared && <Users size={12} aria-label="Shared" className="text-ink-muted" />}
          {view.name}
          {view.id === used.view && used.isEdited && (
            <span className="size-1.5 rounded-full bg-accent">
              <span className="sr-only">changed</span>
            </span>
          )}
        </Tab>
      ))}
      {current && (
        <ViewMenu
          key={current.id}
          {...{ resource, used, current }}
          onSaveAs={() => setSaving(true)}
        />
      )}
      {!current && canSave && (
        <Button look="quiet" size="small" onPress={() => setSaving(true)}>
          Save view
        </Button>
      )}
      <Suspense>
        {isSaving && (
          <SaveViewDialog
            onClose={() => setSaving(false)}
            onSave={saveAs}
            onSaved={(id) => {
              setSaving(false);
              used.open(id);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

function layoutText({ names, widths, pinned }: Layout): string {
  return columnsToText({ columns: names, widths, pinned });
}

interface TabProps {
  readonly isHere: boolean;
  readonly onPress: () => void;
  readonly children: React.ReactNode;
}

function Tab({ isHere, onPress, children }: TabProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      aria-pressed={isHere}
      className="flex h-7 shrink-0 items-center gap-1.5 rounded-sm px-2 text-13 text-ink-muted hover:text-ink-strong aria-pressed:bg-surface-sunken aria-pressed:font-medium aria-pressed:text-ink-strong pointer-coarse:h-11"
    >
      {children}
    </button>
  );
}

function ViewMenu(
  props: Pick<Props, "resource" | "used"> & {
    readonly current: SavedView;
    readonly onSaveAs: () => void;
  },
) {
  const { resource, used, current, onSaveAs } = props;
  const { update, saveState, remove } = useSaveView(resource);
  const { id, name, isDefault, isShared } = current;
  const view = `View “${bidiIsolate(name)}”`;
  // The views may be read again meanwhile. Changes are based on the version that was shown before.
  const [base, setBase] = useState<ViewVersion>(current);
  if (!used.isEdited && base.etag !== current.etag) setBase(current);
  // The menu is unmounted once another view is open.
  const tell = (sent: Promise<unknown>, title: string, failed: string) =>
    void notifyResult(() => sent.then(() => ({ title })), failed);
  const change = (wanted: ViewChange, title: string) =>
    tell(update(id, wanted), title, `${view} not changed`);
  return (
    <Menu
      label={`View ${name}`}
      button={
        <PlainButton
          aria-label={`View ${name}`}
          className="grid size-7 shrink-0 place-items-center rounded-sm text-ink-muted hover:text-ink-strong"
        >
          <ChevronDown size={14} aria-hidden />
        </PlainButton>
      }
    >
      <MenuItem
        isDisabled={!used.isEdited}
        onAction={() =>
          tell(
            saveState(base, used.state, setBase).then(setBase),
            `${view} saved`,
            `${view} not saved`,
          )
        }
      >
        Save changes
      </MenuItem>
      <MenuItem isDisabled={!used.isEdited} onAction={() => used.open(id)}>
        Reset
      </MenuItem>
      <MenuItem onAction={onSaveAs}>Save as…</MenuItem>
      <MenuSeparator />
      <MenuItem onAction={() => change({ isDefault: !isDefault }, "Default changed")}>
        {isDefault ? "Remove as default" : "Set as default"}
      </MenuItem>
      <MenuItem
        onAction={() => change({ isShared: !isShared }, isShared ? "Now private" : "Now shared")}
      >
        {isShared ? "Make private" : "Share with the project"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        isDanger
        onAction={() => {
          used.open(undefined);
          tell(remove(id), `${view} deleted`, `${view} not deleted`);
        }}
      >
        Delete view
      </MenuItem>
    </Menu>
  );
}
