import { Bell, CircleGauge, type LucideIcon, Menu, Search, Siren } from "lucide-react";
import { usePathname } from "next/navigation";
import { openPalette } from "@/components/layout/palette/open-palette";
import { mayRead, useProject } from "@/lib/client/project/project";
import { alert } from "@/lib/resources/alerts/alert";
import { incident } from "@/lib/resources/incidents/incident";
import type { Resource } from "@/lib/schema/resource";

/** Bar for phones, within reach of the thumb: the pages of triage, the search, and the menu. */
export function BottomBar({ onMenu }: { readonly onMenu: () => void }) {
  const context = useProject();
  const { base } = context;
  const path = usePathname();
  return (
    <nav
      aria-label="Quick navigation"
      className="fixed inset-x-0 bottom-0 z-20 grid h-14 auto-cols-fr grid-flow-col border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {links.map(({ to, title, Icon, resource }) => {
        if (resource && !mayRead(context, resource)) return null;
        const href = base + to;
        const isHere = to === "" ? path === base : path.startsWith(href);
        return (
          <a key={to} href={href} aria-current={isHere ? "page" : undefined} className={item}>
            <Icon size={18} aria-hidden />
            {title}
          </a>
        );
      })}
      <button type="button" onClick={openPalette} className={item}>
        <Search size={18} aria-hidden />
        Find
      </button>
      <button type="button" onClick={onMenu} className={item}>
        <Menu size={18} aria-hidden />
        More
      </button>
    </nav>
  );
}

const item =
  "grid place-content-center place-items-center gap-0.5 text-12 text-ink-muted aria-[current=page]:font-medium aria-[current=page]:text-accent";

const links: readonly QuickLink[] = [
  { to: "", title: "Overview", Icon: CircleGauge },
  { to: "/incident", title: "Incidents", Icon: Siren, resource: incident },
  { to: "/alert", title: "Alerts", Icon: Bell, resource: alert },
];

interface QuickLink {
  readonly to: string;
  readonly title: string;
  readonly Icon: LucideIcon;
  /** Resource that the user must be able to read. */
  readonly resource?: Resource;
}
