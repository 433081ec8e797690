"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";

interface SideNavProps {
  groups: readonly {
    readonly name: string;
    readonly resources: readonly { readonly path: string; readonly name: string }[];
  }[];
}

/**
 * Navigation of the docs: sections of the guide, then every resource, filtered by the typed text.
 */
export function SideNav({ groups }: SideNavProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="lg:sticky lg:top-0 lg:max-h-dvh lg:overflow-y-auto lg:py-8">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="docs-contents"
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center justify-between border-line border-b text-13 text-ink-strong lg:hidden"
      >
        Contents
        <span aria-hidden="true" className="text-ink-muted">
          {isOpen ? "Close" : "Open"}
        </span>
      </button>
      <nav
        id="docs-contents"
        aria-label="Contents"
        className={`${isOpen ? "block" : "hidden"} py-4 text-13 lg:block lg:py-0`}
      >
        <Contents groups={groups} onChosen={() => setOpen(false)} />
      </nav>
    </div>
  );
}

function Contents({ groups, onChosen }: SideNavProps & { onChosen: () => void }) {
  const pathname = usePathname();
  const [wanted, setWanted] = useState("");
  const words = wanted.trim().toLowerCase();
  const shown = groups
    .map((group) => ({
      ...group,
      resources: group.resources.filter(({ name, path }) =>
        `${name} ${path}`.toLowerCase().includes(words),
      ),
    }))
    .filter(({ resources }) => resources.length > 0);
  return (
    <div className="grid gap-5">
      <label className="grid gap-1 text-12 text-ink-muted">
        Find a resource
        <input
          type="search"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          className="h-8 min-w-0 rounded-sm border border-line-strong bg-surface-raised px-2 text-13 text-ink-strong"
        />
      </label>
      {words === "" && (
        <LinkList
          name="Guide"
          links={[...guide.map(([id, name]) => ({ href: `/docs#${id}`, name })), ...pages]}
          current={pathname}
          onChosen={onChosen}
        />
      )}
      {shown.map(({ name, resources }) => (
        <LinkList
          key={name}
          name={name}
          links={resources.map(({ path, name: title }) => ({ href: `/docs/${path}`, name: title }))}
          current={pathname}
          onChosen={onChosen}
        />
      ))}
      <p role="status" className="text-ink-muted empty:hidden">
        {shown.length === 0 ? `No resource matches “${wanted.trim()}”.` : ""}
      </p>
    </div>
  );
}

interface LinkListProps {
  name: string;
  links: readonly { readonly href: string; readonly name: string }[];
  current?: string;
  onChosen: () => void;
}

function LinkList({ name, links, current, onChosen }: LinkListProps) {
  return (
    <div>
      <h2 className="pb-1 text-12 text-ink-muted">{name}</h2>
      <ul className={list}>
        {links.map(({ href, name: title }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              onClick={onChosen}
              aria-current={href === current ? "page" : undefined}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Styles of all links, set once on the list. The current page has the accent border. */
const list = [
  "border-line border-l [&_a]:-ml-px [&_a]:block [&_a]:border-transparent [&_a]:border-l-2",
  "[&_a]:py-1 [&_a]:pl-3 [&_a:hover]:text-ink-strong [&_a:hover]:underline",
  "[&_a[aria-current]]:border-accent [&_a[aria-current]]:font-semibold",
  "[&_a[aria-current]]:text-ink-strong",
].join(" ");

const guide = [
  ["authenticate", "Authenticate"],
  ["quick-start", "Quick start"],
  ["operations", "Operations"],
  ["paging", "Pagination"],
  ["select", "Selecting fields"],
  ["sort", "Sorting"],
  ["query", "Queries"],
  ["values", "Values"],
  ["errors", "Errors"],
  ["versions", "Versions"],
  ["idempotency", "Idempotency"],
  ["bulk", "Bulk operations"],
  ["limits", "Limits"],
  ["service", "Service endpoints"],
  ["resources", "Resources"],
] as const;

/** Pages besides those of resources. */
const pages = [{ href: "/docs/oneuptime", name: "Switch from OneUptime" }] as const;
