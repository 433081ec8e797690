import { sentenceCase } from "@/components/words/sentence-case";
import { resources } from "@/lib/resources/index";
import { groupsOf } from "@/lib/schema/groups";
import type { Group, Resource } from "@/lib/schema/resource";

/** A group of the sidebar: pages for daily work first, the others under "More". */
export interface NavGroup {
  readonly group: Group;
  readonly main: readonly NavItem[];
  readonly more: readonly NavItem[];
}

export interface NavItem {
  /** Resource that the user must be able to read. Absent for a page open to the whole project. */
  readonly resource?: Resource;
  /** Shown to owners of the deployment only. */
  readonly isForOwners?: boolean;
  /** Path of the page, after the project's path and a slash. */
  readonly path: string;
  readonly name: string;
  /** The name without the words of the group's heading. */
  readonly title: string;
}

/** Main pages of each group, in this order. */
const mainPaths: Readonly<Record<Group, readonly string[]>> = {
  incidents: ["incident", "incident-episode", "incident-member", "incident-owner-user"],
  alerts: ["alert", "alert-episode", "alert-owner-team"],
  "on-call": ["on-call-duty-policy", "on-call-duty-policy-escalation-rule"],
  monitoring: ["monitor", "monitor-status-timeline", "service", "service-dependency"],
  "status-pages": [
    "status-page",
    "status-page-private-user",
    "status-page-history-chart-bar-color-rule",
  ],
  "ai-agents": ["ai-agent", "ai-agent-task", "ai-agent-task-pull-request", "ai-agent-task-log"],
  provisioning: ["project-scim", "project-scim-log"],
  settings: ["member", "team", "label", "api-key", "access-log", "change-log"],
};

const prefixes: Readonly<Partial<Record<Group, RegExp>>> = {
  incidents: /^Incident (?!Episodes?$)/,
  alerts: /^Alert (?!Episodes?$)/,
  "status-pages": /^Status Page /,
  "ai-agents": /^AI Agent (?=Task|Owner)/,
};

/** Resources without a page in the sidebar. They are managed where they are used. */
const hiddenPaths: ReadonlySet<string> = new Set([
  ...["saved-view", "preference", "file", "invitation"],
]);

/** Resources whose own page does more than their list. */
const ownPages: Readonly<Record<string, Pick<NavItem, "path" | "name">>> = {
  member: { path: "people", name: "People" },
  "api-key": { path: "keys", name: "API keys" },
};

/** Pages about no single resource, at the end of their group. */
const otherPages: Readonly<Partial<Record<Group, readonly NavItem[]>>> = {
  settings: [
    { path: "access", name: "Explain access", title: "Explain access" },
    { path: "integrity", name: "Integrity", title: "Integrity" },
    { path: "deployment", name: "Deployment", title: "Deployment", isForOwners: true },
  ],
};

/** Groups of the sidebar, in the order of work. */
export const navGroups: readonly NavGroup[] = groupsOf(
  [...resources.values()].filter(({ path }) => !hiddenPaths.has(path)),
).map(([group, members]) => {
  const first = mainPaths[group];
  const items = members.map(itemOf);
  const place = ({ resource }: NavItem) => first.indexOf(resource?.path ?? "");
  const main = items.filter((item) => place(item) >= 0).sort((a, b) => place(a) - place(b));
  return {
    group,
    main: [...main, ...(otherPages[group] ?? [])],
    more: items.filter((item) => place(item) < 0).sort((a, b) => a.title.localeCompare(b.title)),
  };
});

/** Pages that g and then a letter opens: the path after the project's path. */
export const goToShortcuts: readonly {
  readonly key: string;
  readonly path: string;
  readonly name: string;
  /** Resource that the user must be able to read. Absent for a page open to the whole project. */
  readonly resource?: Resource;
}[] = [
  { key: "h", path: "", name: "Overview" },
  ...(
    [
      ["i", "incident"],
      ["a", "alert"],
      ["m", "monitor"],
      ["o", "on-call-duty-policy"],
      ["s", "status-page"],
      ["t", "ai-agent-task"],
      ["p", "people"],
      ["l", "change-log"],
    ] as const
  ).map(([key, path]) => ({ key, ...navItemAt(path), path: `/${path}` })),
];

/** Returns the name of a page from the sidebar, which keeps it the same everywhere. */
function navItemAt(path: string): Pick<NavItem, "name" | "resource"> {
  const places = navGroups.flatMap(({ main, more }) => [...main, ...more]);
  const place = places.find((one) => one.path === path);
  return { name: place?.name ?? path, ...(place?.resource && { resource: place.resource }) };
}

function itemOf(resource: Resource): NavItem {
  const page = ownPages[resource.path];
  if (page) return { resource, ...page, title: page.name };
  const { path, plural, pageTitle } = resource;
  const name = pageTitle ?? sentenceCase(plural);
  return { resource, path, name, title: pageTitle ?? shortTitle(resource) };
}

function shortTitle({ plural, group }: Resource): string {
  const words = plural
    .replace(prefixes[group] ?? /^$/, "")
    .replace(/^(?:Incident|Alert) (?=Episode)/, "");
  return sentenceCase(words);
}
