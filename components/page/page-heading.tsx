import type { ReactNode } from "react";

/** The title of a settings page, its purpose, and its main action. */
export function PageHeading(props: {
  readonly title: string;
  readonly total?: number | undefined;
  readonly about: ReactNode;
  readonly children?: ReactNode;
}) {
  const { title, total, about, children } = props;
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 max-w-prose gap-1">
        <h1 className="flex items-baseline gap-2.5 font-semibold text-20 text-ink-strong">
          {title}
          {total !== undefined && total >= 0 && (
            <span className="font-normal text-14 text-ink-muted tabular-nums">
              {total.toLocaleString("en")}
            </span>
          )}
        </h1>
        <p className="text-13 text-ink-muted">{about}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </header>
  );
}
