import { Users } from "lucide-react";
import { type Ref, Suspense, useEffect, useRef, useState } from "react";
import { columnsToText } from "@/components/resource/list/columns/column-text";
import { onScreen } from "@/components/resource/list/columns/on-screen";
import type { Layout } from "@/components/resource/list/columns/use-layout";
import type { ViewControls } from "@/components/resource/list/state/use-view-state";
import { Button } from "@/components/ui/button";
import { isFocusLost } from "@/components/ui/interaction/is-focus-lost";
import { passFocusOn } from "@/components/ui/interaction/pass-focus-on";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { notify } from "@/components/ui/toast/toast";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useLatest } from "@/lib/client/device/use-latest";
import { mayUse, useProject } from "@/lib/client/project/project";
import { type SavedView, useSaveView } from "@/lib/client/views/saved-views";
import { defaultView, sameView } from "@/lib/client/views/view-state";
import { savedView } from "@/lib/resources/settings/saved-view";
import type { Resource } from "@/lib/schema/resource";
import { ViewMenu } from "./view-menu";

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
  const mayShare = mayUse(useProject(), savedView, "create");
  const { pressed, moveTo, leave } = useTabs(used);
  const current = views.find(({ id }) => id === used.view);
  const canSave = used.view === undefined ? !sameView(used.state, defaultView) : used.isEdited;
  if (views.length === 0 && !canSave) return null;
  const saveAs = async (name: string, isShared: boolean) => {
    // The view stores the visible columns of its author, not those a reader is used to.
    const state = { ...used.state, columns: layoutText(onScreen(layout)) };
    const id = await create(name, state, isShared);
    notify({ title: `View “${bidiIsolate(name)}” saved` });
    return id;
  };
  return (
    <div ref={passFocusOn} className="flex min-w-0 items-center gap-0.5 overflow-x-auto">
      {views.length > 0 && (
        <Tab
          isHere={used.view === undefined && !used.isMissing}
          pressed={pressed}
          onPress={() => used.open(undefined)}
        >
          All
        </Tab>
      )}
      {views.map((view) => (
        <Tab
          key={view.id}
          isHere={view.id === used.view}
          pressed={pressed}
          onPress={() => used.open(view.id)}
        >
          {view.isShared && <Users size={12} aria-label="Shared" className="text-ink-muted" />}
          <span className="max-w-60 truncate" title={view.name}>
            {view.name}
          </span>
          {view.id === used.view && used.isEdited && (
            <span className="size-1.5 rounded-full bg-accent">
              <span className="sr-only">changed</span>
            </span>
          )}
        </Tab>
      ))}
      {(current || canSave) && (
        <span className="sticky right-0 shrink-0 bg-surface">
          {current ? (
            <ViewMenu
              key={current.id}
              {...{ resource, used, current }}
              onSaveAs={() => setSaving(true)}
              onRemoved={() => leave(current.id)}
            />
          ) : (
            <Button look="quiet" size="small" onPress={() => setSaving(true)}>
              Save view
            </Button>
          )}
        </span>
      )}
      <Suspense>
        {isSaving && (
          <SaveViewDialog
            mayShare={mayShare}
            onClose={() => setSaving(false)}
            onSave={saveAs}
            onSaved={(id) => {
              setSaving(false);
              moveTo(id);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Keeps the tab of the open view on the screen. Returns a ref to it, and functions that open another. */
function useTabs(used: ViewControls) {
  const pressed = useRef<HTMLButtonElement>(null);
  const isMoving = useRef(false);
  const latest = useLatest(used);
  // The browser scrolls and holds the focus.
  useEffect(() => {
    const isOpened = isMoving.current;
    isMoving.current = false;
    if (used.view !== undefined) pressed.current?.scrollIntoView(nearest);
    // A closed dialog or menu gives the focus back first, to a button that may be gone.
    if (isOpened) requestAnimationFrame(() => isFocusLost() && pressed.current?.focus());
  }, [used.view]);
  /** Opens a view from a control that disappears, and passes the focus on to its tab. */
  const moveTo = (id: string | undefined) => {
    isMoving.current = true;
    latest.current.open(id);
  };
  /** Opens the whole list if a view is still open: the user may be on another page. */
  const leave = (id: string) => {
    if (pressed.current && latest.current.view === id) moveTo(undefined);
  };
  return { pressed, moveTo, leave };
}

const nearest = { block: "nearest", inline: "nearest" } as const;

function layoutText({ names, widths, pinned }: Layout): string {
  return columnsToText({ columns: names, widths, pinned });
}

interface TabProps {
  readonly isHere: boolean;
  /** Receives the button of the pressed tab. */
  readonly pressed: Ref<HTMLButtonElement>;
  readonly onPress: () => void;
  readonly children: React.ReactNode;
}

function Tab({ isHere, pressed, onPress, children }: TabProps) {
  return (
    <button
      ref={isHere ? pressed : null}
      type="button"
      onClick={onPress}
      aria-pressed={isHere}
      className="flex h-7 shrink-0 scroll-mx-8 items-center gap-1.5 rounded-sm px-2 text-13 text-ink-muted hover:text-ink-strong aria-pressed:bg-surface-sunken aria-pressed:font-medium aria-pressed:text-ink-strong pointer-coarse:h-11"
    >
      {children}
    </button>
  );
}
