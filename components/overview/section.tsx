import type { ReactNode } from "react";
import { classes } from "@/components/ui/styles";
import { useProject } from "@/lib/client/project/project";

interface Props {
  readonly title: string;
  /** The page that shows more, by its path within the project. */
  readonly more?: { readonly path: string; readonly name: string };
  readonly className?: string;
  readonly children: ReactNode;
}

/** A section of the overview with its heading. */
export function OverviewSection({ title, more, className, children }: Props) {
  const { base } = useProject();
  return (
    <section aria-label={title} className={classes("grid min-w-0 grid-cols-1 gap-3", className)}>
      <div className="flex items-baseline justify-between border-line border-b pb-1.5">
        <h2 className="font-semibold text-14 text-ink-strong">{title}</h2>
        {more && (
          <a
            href={`${base}/${more.path}`}
            className="text-13 text-ink-muted hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
          >
            {more.name}
          </a>
        )}
      </div>
      {children}
    </section>
  );
}
