import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { goToShortcuts } from "@/components/layout/nav/nav-groups";
import { recordInPath } from "@/components/layout/nav/record-in-path";
import { SideNav } from "@/components/layout/nav/side-nav";
import { SideRail } from "@/components/layout/nav/side-rail";
import { AccountNotices } from "@/components/layout/notices/account-notices";
import { ConnectionNotice } from "@/components/layout/notices/connection-notice";
import { openPalette } from "@/components/layout/palette/open-palette";
import { Palette } from "@/components/layout/palette/palette";
import { PasswordConfirmation } from "@/components/layout/prompts/password-confirmation";
import { SessionEnded } from "@/components/layout/prompts/session-ended";
import { isFocusLost } from "@/components/ui/interaction/is-focus-lost";
import { Sheet } from "@/components/ui/overlay/sheet";
import { classes } from "@/components/ui/styles";
import { notify } from "@/components/ui/toast/toast";
import { useRememberScreen } from "@/components/ui/use-is-narrow";
import { clockAfter, useClock, zoneOf } from "@/lib/client/device/clock";
import { saveInCookie } from "@/lib/client/device/cookies";
import { usePersistentSwitch } from "@/lib/client/device/device";
import { rememberOpened, rememberProject } from "@/lib/client/device/recents";
import { type Shortcuts, useShortcuts } from "@/lib/client/device/shortcuts";
import { useConnection } from "@/lib/client/http/connection";
import { useLiveUpdates } from "@/lib/client/live/use-live-updates";
import { useLinks } from "@/lib/client/project/links";
import { useRouter } from "@/lib/client/project/navigation";
import { useProject } from "@/lib/client/project/project";
import { BottomBar } from "./bottom-bar";
import { ConsoleBar } from "./console-bar";
import { KeyboardSheet } from "./keyboard-sheet";

interface Props {
  /** Whether the sidebar was collapsed when it was last changed on this device. */
  readonly wasFolded: boolean;
  readonly children: ReactNode;
}

/**
 * The sidebar, the top bar and the page. On a phone, a sheet and a bottom bar replace the sidebar.
 */
export function Shell({ wasFolded, children }: Props) {
  const { me, project } = useProject();
  const [open, setOpen] = useState<"menu" | "keys">();
  const [isFolded, setFolded] = usePersistentSwitch(`side-bar:${me._id}`, wasFolded);
  const { trouble, retry } = useConnection();
  const side = useRef<HTMLElement>(null);
  const fold = () => {
    const hadFocus = side.current?.contains(document.activeElement) === true;
    setFolded(!isFolded);
    // The pressed button disappears. Its counterpart is the first one of the other sidebar.
    if (hadFocus) requestAnimationFrame(() => side.current?.querySelector("button")?.focus());
    saveInCookie("side-bar", isFolded ? "open" : "folded");
  };
  const showKeys = () => setOpen("keys");
  useFrameKeys({ "?": showKeys, "[": fold });
  useLinks();
  useRememberOpened();
  useRememberScreen();
  useLiveUpdates(me, project._id);
  useFocusOnNavigate(contentId);
  const close = () => setOpen(undefined);
  return (
    <div
      className={classes(
        "grid min-h-dvh grid-cols-[minmax(0,1fr)]",
        isFolded ? "md:grid-cols-[3.5rem_minmax(0,1fr)]" : "md:grid-cols-[14rem_minmax(0,1fr)]",
        bars,
      )}
    >
      <a
        href={`#${contentId}`}
        className="fixed top-1 left-1 z-50 -translate-y-20 rounded-sm bg-accent px-3 py-1.5 text-accent-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <aside
        ref={side}
        className="sticky top-0 hidden h-dvh overflow-y-auto border-line border-r bg-surface-sunken md:block"
      >
        {isFolded ? <SideRail onUnfold={fold} /> : <SideNav onFold={fold} />}
      </aside>
      <div className="flex min-w-0 flex-col">
        <ConsoleBar onMenu={() => setOpen("menu")} onKeys={showKeys} />
        <ConnectionNotice trouble={trouble} onRetry={retry} />
        <main
          id={contentId}
          tabIndex={-1}
          className="min-w-0 flex-1 outline-none max-md:pb-[calc(56px+var(--action-bar,0px))]"
        >
          {children}
        </main>
      </div>
      <BottomBar onMenu={() => setOpen("menu")} />
      <Sheet isOpen={open === "menu"} onClose={close} label="Menu">
        <SideNav onFollow={close} />
      </Sheet>
      <KeyboardSheet isOpen={open === "keys"} onClose={close} />
      <Palette onKeys={showKeys} />
      <SessionEnded me={me} />
      <PasswordConfirmation />
      <AccountNotices />
    </div>
  );
}

const contentId = "content";

/**
 * Height of the bars, for pages that fill the rest: the top bar, the notice under it, and the
 * bottom bar of phones.
 */
const bars = "[--bars:calc(100px+var(--notice,0px))] md:[--bars:calc(44px+var(--notice,0px))]";

/** Handles the keys that work on every page of a project. The keyboard sheet lists them all. */
function useFrameKeys(own: Shortcuts): void {
  const { base } = useProject();
  const router = useRouter();
  const { setting, choose } = useClock();
  const letters: Shortcuts = Object.fromEntries(
    goToShortcuts.map(({ key, path }) => [`g ${key}`, () => router.push(base + path)]),
  );
  const nextClock = () => {
    const next = clockAfter(setting);
    choose(next);
    notify({ title: `Times are now shown in ${zoneOf(next).replaceAll("_", " ")}` });
  };
  useShortcuts({ ...letters, "mod+k": openPalette, t: nextClock, ...own });
}

/** Remembers the opened records for the palette. */
function useRememberOpened(): void {
  const { me, project, base } = useProject();
  const path = usePathname();
  // Opened records are stored on the device, outside of React.
  useEffect(() => {
    rememberProject(me._id, project._id);
    const opened = recordInPath(path, base);
    if (!opened) return;
    rememberOpened(me._id, project._id, { resource: opened.resource.path, id: opened.id });
  }, [path, base, me._id, project._id]);
}

/**
 * Focuses the new page after a navigation that unmounted the focused element. Screen readers then
 * continue there, and Tab goes to its first control.
 */
function useFocusOnNavigate(contentId: string): void {
  const path = usePathname();
  const seen = useRef(path);
  // The document's focus is outside of React.
  useEffect(() => {
    if (seen.current === path) return;
    seen.current = path;
    if (isFocusLost()) document.getElementById(contentId)?.focus({ preventScroll: true });
  }, [path, contentId]);
}
