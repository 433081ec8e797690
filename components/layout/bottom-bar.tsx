"use client";

import { Bell, CircleGauge, Menu, Search, Siren } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { usePlace } from "@/lib/client/project";
import { openFind } from "./find";

/** On a phone, under the thumb: the pages of triage, the search, and the way to all else. */
export function BottomBar({ onMenu }: { readonly onMenu: () => void }) {
  const { base } = usePlace();
  const path = usePathname();
  return (
    <nav
      aria-label="Quick"
      className="fixed inset-x-0 bottom-0 z-20 grid h-14 grid-cols-5 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {links.map(({ to, title, Icon }) => {
        const href = base + to;
        const isHere = to === "" ? path === base : path.startsWith(href);
        return (
          <Link
            key={to}
            href={href}
            prefetch={false}
            aria-current={isHere ? "page" : undefined}
            className={item}
          >
            <Icon size={18} aria-hidden />
            {title}
          </Link>
        );
      })}
      <button type="button" onClick={openFind} className={item}>
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

const links = [
  { to: "", title: "Overview", Icon: CircleGauge },
  { to: "/incident", title: "Incidents", Icon: Siren },
  { to: "/alert", title: "Alerts", Icon: Bell },
];
