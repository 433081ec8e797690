import { sentenceCase } from "@/components/words/sentence-case";
import { resources } from "@/lib/resources/index";
import { groupsOf } from "@/lib/schema/groups";
import type { Group, Resource } from "@/lib/schema/resource";

/** A group of the side bar: what people open every day first, the rest under "More". */
export interface NavGroup {
  readonly group: Group;
  readonly main: readonly NavItem[];
  readonly more: readonly NavItem[];
}

export interface NavItem {
  /** What must be readable for it to be shown; absent: everyone in the project may open it. */
  readonly resource?: Resource;
  /** Shown to owners of the deployment only. */
  readonly isForOwners?: boolean;
  /** Where it leads, after the project's path and a slash. */
  readonly path: string;
  readonly name: string;
  /** The name without what the group's heading already says. */
  readonly title: string;
}

/** What stands first in each group, in this order. */
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

/** What the console keeps for itself: it is managed where it is used. */
const hiddenPaths: ReadonlySet<string> = new Set([
  ...["saved-view", "preference", "file", "invitation"],
]);

/** Resources that have a page of their own, which does more than their list. */
const ownPages: Readonly<Record<string, Pick<NavItem, "path" | "name">>> = {
  member: { path: "people", name: "People" },
  "api-key": { path: "keys", name: "API keys" },
};

/** Pages that are about no single resource, at the end of their group. */
const otherPages: Readonly<Partial<Record<Group, readonly NavItem[]>>> = {
  settings: [
    { path: "access", name: "Why was this refused?", title: "Why was this refused?" },
    { path: "integrity", name: "Integrity", title: "Integrity" },
    { path: "deployment", name: "Deployment", title: "Deployment", isForOwners: true },
  ],
};

/** The side bar's groups, in the order of the work. */
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

/** Where g and then a letter leads: the path after the project's. */
export const goToShortcuts: readonly {
  readonly key: string;
  readonly path: string;
  readonly name: string;
  /** What must be readable to open it; absent: everyone in the project may. */
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

/** A place is called the same wherever it is led to. */
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
