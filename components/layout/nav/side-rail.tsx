import { CircleGauge, type LucideIcon, PanelLeftOpen } from "lucide-react";
import { usePathname } from "next/navigation";
import { IconButton } from "@/components/ui/icon-button";
import { Logo } from "@/components/ui/logo";
import { Tooltip } from "@/components/ui/tooltip";
import { useProject } from "@/lib/client/project/project";
import { groupNames } from "@/lib/schema/groups";
import { navIcons } from "./nav-glyph";
import type { NavGroup } from "./nav-groups";
import { type Counts, useNav } from "./use-nav";

/**
 * The sidebar collapsed to icons: the main pages of each group, with names on hover, on focus and
 * for screen readers.
 */
export function SideRail({ onUnfold }: { readonly onUnfold: () => void }) {
  const { base } = useProject();
  const { groups, counts } = useNav();
  const path = usePathname();
  return (
    <nav aria-label="Main" className="grid justify-items-center gap-2 pt-1.5 pb-6">
      <a href={base} className="grid size-8 place-items-center rounded-sm">
        <Logo />
        <span className="sr-only">Tocsin</span>
      </a>
      <IconButton label="Expand the sidebar" shortcut="[" onPress={onUnfold}>
        <PanelLeftOpen size={16} aria-hidden />
      </IconButton>
      <ul>
        <RailLink href={base} title="Overview" Icon={CircleGauge} isHere={path === base} />
      </ul>
      {groups.map((group) => (
        <RailGroup key={group.group} group={group} path={path} counts={counts} />
      ))}
    </nav>
  );
}

interface GroupProps {
  readonly group: NavGroup;
  readonly path: string;
  readonly counts: Counts;
}

function RailGroup({ group, path, counts }: GroupProps) {
  const { base } = useProject();
  return (
    <ul
      aria-label={groupNames[group.group]}
      className="grid w-full justify-items-center border-line border-t pt-2"
    >
      {group.main.map(({ path: to, name, icon = "layers" }) => {
        const href = `${base}/${to}`;
        const Icon = navIcons[icon];
        const isHere = path === href || path.startsWith(`${href}/`);
        const count = counts[to];
        return <RailLink key={href} {...{ href, Icon, isHere, count, title: name }} />;
      })}
    </ul>
  );
}

interface LinkProps {
  readonly href: string;
  readonly title: string;
  readonly Icon: LucideIcon;
  readonly isHere: boolean;
  readonly count?: Counts[string];
}

function RailLink({ href, title, Icon, isHere, count }: LinkProps) {
  const waiting = count !== undefined && count.count > 0 ? count : undefined;
  return (
    <li>
      <Tooltip text={waiting ? `${title}, ${waiting.count} ${waiting.what}` : title}>
        <a
          href={href}
          aria-current={isHere ? "page" : undefined}
          className="relative grid size-8 place-items-center rounded-sm text-ink-muted hover:bg-line/60 hover:text-ink-strong aria-[current=page]:bg-surface-raised aria-[current=page]:text-ink-strong aria-[current=page]:shadow-[inset_2px_0_var(--accent)] pointer-coarse:size-11 forced-colors:aria-[current=page]:border-l-3"
        >
          <Icon size={16} aria-hidden />
          <span className="sr-only">{title}</span>
          {waiting && (
            <span className="absolute top-0 right-0 rounded-full bg-ink-strong px-1 text-12 text-surface leading-3.5 tabular-nums">
              {waiting.count > 99 ? "99+" : waiting.count}
              <span className="sr-only"> {waiting.what}</span>
            </span>
          )}
        </a>
      </Tooltip>
    </li>
  );
}
