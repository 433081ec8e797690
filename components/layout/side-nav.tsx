"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { mayUse, usePlace } from "@/lib/client/project";
import { summaryQuery } from "@/lib/client/summary";
import { groupNames } from "@/lib/schema/groups";
import { Mark } from "./mark";
import { type NavGroup, type NavItem, navGroups } from "./places";

/** Resources by the work they belong to; only what this person may read. Counts where someone acts on them. */
export function SideNav({ onFollow }: { readonly onFollow?: () => void }) {
  const place = usePlace();
  const { base, project } = place;
  const path = usePathname();
  const { data } = useQuery(summaryQuery(project._id));
  const open = { incident: data?.incidents?.count, alert: data?.alerts?.count };
  const link = { base, path, open, ...(onFollow && { onFollow }) };
  const readable = (items: readonly NavItem[]) =>
    items.filter(({ resource }) => mayUse(place, resource, "read"));
  return (
    <nav aria-label="Main" className="grid gap-4 px-2 pt-2.5 pb-6">
      <Link
        href={base}
        {...(onFollow && { onClick: onFollow })}
        className="flex items-center gap-2 px-2 font-semibold text-ink-strong"
      >
        <Mark />
        Tocsin
      </Link>
      <ul>
        <NavLink {...link} href={base} title="Overview" isHere={path === base} />
      </ul>
      {navGroups.map((group) => (
        <Group
          key={group.group}
          group={{ ...group, main: readable(group.main), more: readable(group.more) }}
          link={link}
        />
      ))}
    </nav>
  );
}

interface LinkParts {
  readonly base: string;
  readonly path: string;
  readonly open: Readonly<Record<string, number | undefined>>;
  readonly onFollow?: () => void;
}

function Group({ group, link }: { readonly group: NavGroup; readonly link: LinkParts }) {
  const { main, more } = group;
  if (main.length + more.length === 0) return null;
  const links = (items: readonly NavItem[]) =>
    items.map(({ resource, title }) => {
      const href = `${link.base}/${resource.path}`;
      const isHere = link.path === href || link.path.startsWith(`${href}/`);
      const count = link.open[resource.path];
      return <NavLink key={href} {...{ ...link, href, title, isHere, count }} />;
    });
  const isInMore = more.some(({ resource }) =>
    `${link.path}/`.startsWith(`${link.base}/${resource.path}/`),
  );
  return (
    <div>
      <h2 className="px-2 pb-1 font-medium text-12 text-ink-muted">{groupNames[group.group]}</h2>
      <ul>{links(main)}</ul>
      {more.length > 0 && (
        <details className="group" open={isInMore}>
          <summary className="flex h-7 cursor-pointer list-none items-center gap-1 rounded-sm px-2 text-12 text-ink-muted hover:text-ink-strong pointer-coarse:h-11">
            <ChevronRight
              size={12}
              aria-hidden
              className="transition-transform duration-120 group-open:rotate-90"
            />
            More<span className="sr-only"> of {groupNames[group.group]}</span>
          </summary>
          <ul>{links(more)}</ul>
        </details>
      )}
    </div>
  );
}

interface NavLinkProps extends Pick<LinkParts, "onFollow"> {
  readonly href: string;
  readonly title: string;
  readonly isHere: boolean;
  readonly count?: number | undefined;
}

function NavLink({ href, title, isHere, count, onFollow }: NavLinkProps) {
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        {...(onFollow && { onClick: onFollow })}
        aria-current={isHere ? "page" : undefined}
        className="flex h-7 items-center justify-between gap-2 rounded-sm px-2 text-13 text-ink hover:bg-line/60 hover:text-ink-strong aria-[current=page]:bg-surface-raised aria-[current=page]:font-medium aria-[current=page]:text-ink-strong aria-[current=page]:shadow-[inset_2px_0_var(--accent)] pointer-coarse:h-11"
      >
        <span className="truncate">{title}</span>
        {count !== undefined && count > 0 && (
          <span className="text-12 text-ink-muted tabular-nums">
            {count.toLocaleString("en")}
            <span className="sr-only"> open</span>
          </span>
        )}
      </Link>
    </li>
  );
}
