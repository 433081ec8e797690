import { useQuery } from "@tanstack/react-query";
import { mayUse, type ProjectContext, useProject } from "@/lib/client/project/project";
import { summaryQuery } from "@/lib/client/queries/service";
import { type NavGroup, type NavItem, navGroups } from "./nav-groups";

/** Number of records that need action, by resource path, with a word for their state. */
export type Counts = Readonly<
  Record<string, { readonly count: number; readonly what: string } | undefined>
>;

/**
 * Returns the groups of the sidebar that the user may read, with counts of records that need
 * action.
 */
export function useNav(): { readonly groups: readonly NavGroup[]; readonly counts: Counts } {
  const context = useProject();
  const { data } = useQuery(summaryQuery(context.project._id));
  const readable = (items: readonly NavItem[]) => items.filter((item) => mayOpen(context, item));
  const groups = navGroups.map(({ group, main, more }) => ({
    group,
    main: readable(main),
    more: readable(more),
  }));
  const counted = (count: number | undefined, what: string) =>
    count === undefined ? undefined : { count, what };
  return {
    groups: groups.filter(({ main, more }) => main.length + more.length > 0),
    counts: {
      incident: counted(data?.incidents?.count, "open"),
      alert: counted(data?.alerts?.count, "open"),
      monitor: counted(data?.monitors?.notOperational.count, "not operational"),
    },
  };
}

/** Returns true for a page that the current user may open. */
export function mayOpen(context: ProjectContext, { resource, isForOwners }: NavItem): boolean {
  if (resource) return mayUse(context, resource, "read");
  return !isForOwners || context.me.isDeploymentOwner;
}
