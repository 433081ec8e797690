import { useSignOut } from "@/components/auth/use-sign-out";
import { typedZone } from "@/components/layout/clock/typed-zone";
import { isCreatedDaily } from "@/components/layout/nav/nav-groups";
import { copyWithToast } from "@/components/ui/toast/toast";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { namedZone, useClock, zoneOf } from "@/lib/client/device/clock";
import { chooseTheme, type Theme, themeNow } from "@/lib/client/device/theme";
import { useRouter } from "@/lib/client/project/navigation";
import { mayUse, type ProjectContext, useProject } from "@/lib/client/project/project";
import { ownPath } from "@/lib/client/session/own-path";
import { resources } from "@/lib/resources/index";
import type { Command } from "./command";

/**
 * Returns the actions available from anywhere, if the user may take them and they would change
 * something.
 */
export function usePaletteActions(text: string, onKeys: () => void): readonly Command[] {
  const context = useProject();
  const router = useRouter();
  const signOut = useSignOut();
  const clocks = useClocks(text);
  return [
    ...linkTo(text, (path) => router.push(path)),
    ...creating(context, text).map(({ path, name }) => ({
      ...{ id: `new:${path}`, title: `New ${lower(name)}`, words: "create add" },
      run: () => router.push(`${context.base}/${path}/new`),
    })),
    ...clocks,
    ...themes(),
    {
      ...{ id: "copy-link", title: "Copy link to this page", words: "share url address" },
      run: () => void copyWithToast(window.location.href),
    },
    {
      id: "keys",
      title: "Show keyboard shortcuts",
      words: "keys help",
      shortcut: ["?"],
      run: onKeys,
    },
    ...otherProjects(context, (path) => router.push(path)),
    ...globalPages.map(({ path, title, words }) => ({
      ...{ id: path, title, words },
      run: () => router.push(path),
    })),
    { id: "sign-out", title: "Sign out", words: "log out leave", run: signOut },
  ];
}

const globalPages = [
  { path: "/docs", title: "API documentation", words: "reference openapi docs" },
  { path: "/account", title: "Your account", words: "password sessions profile" },
];

/** Without a text, only the resources that users create by hand every day. */
function creating(context: ProjectContext, text: string) {
  return [...resources.values()].filter(
    (resource) =>
      resource.operations.includes("create") &&
      mayUse(context, resource, "create") &&
      (text.trim() !== "" || isCreatedDaily(resource)),
  );
}

/** Returns a name for use within a sentence: "alert severity", "AI agent task". */
function lower(name: string): string {
  return name.replaceAll(/\b[A-Z](?![A-Z])\w*/g, (word) => word.toLowerCase());
}

function useClocks(text: string): readonly Command[] {
  const { setting, choose } = useClock();
  const own = namedZone(setting);
  const typed = text.trim().toLowerCase().replaceAll(" ", "_");
  const named =
    typed.length < 4
      ? []
      : Intl.supportedValuesOf("timeZone").filter((zone) => zone.toLowerCase().includes(typed));
  const exact = typed.length < 4 ? undefined : typedZone(text);
  const also = [own, exact].filter((one) => one !== undefined);
  const offered = [...new Set(["utc", "local", ...also, ...named])];
  return offered
    .filter((one) => one !== setting)
    .slice(0, 6)
    .map((one) => ({
      id: `clock:${one}`,
      title: clockTitle(one),
      words: `clock time zone ${one}`,
      run: () => choose(one),
    }));
}

function clockTitle(setting: string): string {
  if (setting === "utc") return "Switch to UTC";
  const zone = (setting === "local" ? zoneOf(setting) : setting).replaceAll("_", " ");
  return setting === "local" ? `Switch to this device's time (${zone})` : `Switch to ${zone}`;
}

function themes(): readonly Command[] {
  const names: Readonly<Record<Theme, string>> = {
    light: "Switch to the light theme",
    dark: "Switch to the dark theme",
    system: "Use the system theme",
  };
  const offered: readonly Theme[] = ["light", "dark", "system"];
  const now = typeof document === "undefined" ? "system" : themeNow();
  return offered
    .filter((theme) => theme !== now)
    .map((theme) => ({
      ...{ id: `theme:${theme}`, title: names[theme], words: "theme mode colors" },
      run: () => chooseTheme(theme),
    }));
}

function otherProjects(
  { me, project }: ProjectContext,
  open: (path: string) => void,
): readonly Command[] {
  return me.projects
    .filter(({ _id }) => _id !== project._id)
    .map(({ _id, name, slug }) => ({
      ...{ id: `project:${_id}`, title: `Go to project ${bidiIsolate(name)}`, words: "switch" },
      run: () => open(`/p/${slug}`),
    }));
}

/** Returns the command that opens a pasted URL of this console. */
function linkTo(text: string, open: (path: string) => void): readonly Command[] {
  const typed = text.trim();
  const { origin } = window.location;
  if (!typed.startsWith(`${origin}/p/`)) return [];
  const path = ownPath(typed.slice(origin.length));
  if (path === undefined) return [];
  return [{ id: "address", title: "Open this link", words: typed, run: () => open(path) }];
}
