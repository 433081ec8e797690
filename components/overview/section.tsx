import type { ReactNode } from "react";
import { classes } from "@/components/ui/styles";

interface Props {
  readonly title: string;
  readonly more?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A section of the overview with its heading. */
export function OverviewSection({ title, more, className, children }: Props) {
  return (
    <section aria-label={title} className={classes("grid min-w-0 gap-3", className)}>
      <div className="flex items-baseline justify-between border-line border-b pb-1.5">
        <h2 className="font-semibold text-14 text-ink-strong">{title}</h2>
        {more}
      </div>
      {children}
    </section>
  );
}
