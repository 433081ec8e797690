import { sentenceCase } from "@/components/words/sentence-case";
import { resources } from "@/lib/resources/index";
import { type Group, groupsOf } from "@/lib/schema/groups";
import type { Nav, NavIcon } from "@/lib/schema/nav";
import type { Resource } from "@/lib/schema/resource";

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
  readonly icon?: NavIcon;
}

const prefixes: Readonly<Partial<Record<Group, RegExp>>> = {
  incidents: /^Incident (?!Episodes?$)/,
  alerts: /^Alert (?!Episodes?$)/,
  "status-pages": /^Status Page /,
  "ai-agents": /^AI Agent (?=Task|Owner)/,
};

/** Pages about no single resource, at the end of their group. */
const otherPages: Readonly<Partial<Record<Group, readonly NavItem[]>>> = {
  incidents: [{ path: "reports", name: "Reports", title: "Reports", icon: "bars" }],
  settings: [
    { path: "access", name: "Explain access", title: "Explain access", icon: "question" },
    { path: "integrity", name: "Integrity", title: "Integrity", icon: "shield-alert" },
    {
      ...{ path: "deployment", name: "Deployment", title: "Deployment", icon: "disk" },
      isForOwners: true,
    },
  ],
};

/** The rank of the pages under "More". */
const unranked = 99;

/** Groups of the sidebar, in the order of work. */
export const navGroups: readonly NavGroup[] = groupsOf(
  [...resources.values()].filter(({ nav }) => nav !== "none"),
).map(([group, members]) => {
  const ranked = members.toSorted((a, b) => rankOf(a) - rankOf(b));
  const main = ranked.filter((resource) => rankOf(resource) < unranked).map(itemOf);
  const others = ranked.filter((resource) => rankOf(resource) === unranked).map(itemOf);
  return {
    group,
    main: [...main, ...(otherPages[group] ?? [])],
    more: others.sort((a, b) => a.title.localeCompare(b.title)),
  };
});

function rankOf(resource: Resource): number {
  return navOf(resource).rank ?? unranked;
}

/** A page that g and then a letter opens. */
interface Shortcut extends Pick<NavItem, "path" | "name" | "resource"> {
  readonly key: string;
}

/** Shortcuts in the order of the sidebar, with paths after the project's path. */
export const goToShortcuts: readonly Shortcut[] = [
  { key: "h", path: "", name: "Overview" },
  ...navGroups.flatMap(({ main }) =>
    main.flatMap(({ path, name, resource }): Shortcut[] => {
      const key = resource && navOf(resource).key;
      return resource && key ? [{ key, path: `/${path}`, name, resource }] : [];
    }),
  ),
];

/** Returns true for a resource whose records users create by hand every day. */
export function isCreatedDaily(resource: Resource): boolean {
  return navOf(resource).isCreatedDaily === true;
}

/** Returns the picture of a kind of records: its own, else that of the first page of its group. */
export function iconOf(resource: Resource): NavIcon {
  const group = navGroups.find((one) => one.group === resource.group);
  return navOf(resource).icon ?? group?.main[0]?.icon ?? "layers";
}

function navOf({ nav }: Resource): Nav {
  return nav === undefined || nav === "none" ? {} : nav;
}

function itemOf(resource: Resource): NavItem {
  const { page, icon } = navOf(resource);
  const common = { resource, ...(icon && { icon }) };
  if (page) return { ...common, ...page, title: page.name };
  const { path, plural, pageTitle } = resource;
  const name = pageTitle ?? sentenceCase(plural);
  return { ...common, path, name, title: pageTitle ?? shortTitle(resource) };
}

function shortTitle({ plural, group }: Resource): string {
  const words = plural
    .replace(prefixes[group] ?? /^$/, "")
    .replace(/^(?:Incident|Alert) (?=Episode)/, "");
  return sentenceCase(words);
}
