interface PageHeadingProps {
  title: string;
  about: string;
  /** URL path that the page is about. */
  path: string;
}

/** Title and subject of a page of the docs. */
export function PageHeading({ title, about, path }: PageHeadingProps) {
  return (
    <div className="grid gap-2">
      <h1 className="text-balance font-semibold text-28 text-ink-strong tracking-tight">{title}</h1>
      <p className="max-w-[62ch] text-16">{about}</p>
      <p className="wrap-anywhere font-mono text-13 text-ink-muted">{path}</p>
    </div>
  );
}
