import { ChevronRight, PanelLeftClose } from "lucide-react";
import { usePathname } from "next/navigation";
import { IconButton } from "@/components/ui/icon-button";
import { Logo } from "@/components/ui/logo";
import { usePersistentSwitch } from "@/lib/client/device/device";
import { useProject } from "@/lib/client/project/project";
import { groupNames } from "@/lib/schema/groups";
import type { NavGroup, NavItem } from "./nav-groups";
import { type Counts, useNav } from "./use-nav";

interface Props {
  readonly onFollow?: () => void;
  /** Absent where the sidebar cannot collapse. */
  readonly onFold?: () => void;
}

/**
 * Lists the resources that the user may read, by area of work, with counts of records that need
 * action.
 */
export function SideNav({ onFollow, onFold }: Props) {
  const { base, me } = useProject();
  const path = usePathname();
  const { groups, counts } = useNav();
  const link = { base, path, counts, person: me._id, ...(onFollow && { onFollow }) };
  return (
    <nav aria-label="Main" className="grid gap-4 px-2 pt-1.5 pb-6">
      <div className="flex items-center justify-between">
        <a
          href={base}
          {...(onFollow && { onClick: onFollow })}
          className="flex h-8 items-center gap-2 rounded-sm px-2 font-semibold text-ink-strong"
        >
          <Logo />
          Tocsin
        </a>
        {onFold && (
          <IconButton label="Collapse the sidebar" shortcut="[" onPress={onFold}>
            <PanelLeftClose size={16} aria-hidden />
          </IconButton>
        )}
      </div>
      <ul>
        <NavLink {...link} href={base} title="Overview" isHere={path === base} />
      </ul>
      {groups.map((group) => (
        <Group key={group.group} group={group} link={link} />
      ))}
    </nav>
  );
}

interface LinkParts {
  readonly base: string;
  readonly path: string;
  readonly counts: Counts;
  readonly person: string;
  readonly onFollow?: () => void;
}

function Group({ group, link }: { readonly group: NavGroup; readonly link: LinkParts }) {
  const { main, more } = group;
  const [isOpen, setOpen] = usePersistentSwitch(`more:${link.person}:${group.group}`);
  const links = (items: readonly NavItem[]) =>
    items.map(({ path, title }) => {
      const href = `${link.base}/${path}`;
      const isHere = link.path === href || link.path.startsWith(`${href}/`);
      const count = link.counts[path];
      return <NavLink key={href} {...{ ...link, href, title, isHere, count }} />;
    });
  const isInMore = more.some(({ path }) => `${link.path}/`.startsWith(`${link.base}/${path}/`));
  return (
    <div>
      <h2 className="px-2 pb-1 font-medium text-12 text-ink-muted">{groupNames[group.group]}</h2>
      <ul>{links(main)}</ul>
      {more.length > 0 && (
        <details
          className="group"
          open={isOpen || isInMore}
          onToggle={({ currentTarget }) => isInMore || setOpen(currentTarget.open)}
        >
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
  readonly count?: Counts[string];
}

function NavLink({ href, title, isHere, count, onFollow }: NavLinkProps) {
  return (
    <li>
      <a
        href={href}
        {...(onFollow && { onClick: onFollow })}
        aria-current={isHere ? "page" : undefined}
        className="nav-link"
      >
        <span className="truncate">{title}</span>
        {count !== undefined && count.count > 0 && (
          <span className="text-12 text-ink-muted tabular-nums">
            {count.count.toLocaleString("en")}
            <span className="sr-only"> {count.what}</span>
          </span>
        )}
      </a>
    </li>
  );
}
