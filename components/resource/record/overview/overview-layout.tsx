import { ArrowDown } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "@/components/ui/styles";

/** A section with a height that is not known before it is read. */
export interface SectionBelow {
  readonly title: string;
  readonly content: ReactNode;
}

interface Props {
  /** Long texts, and what stands around them. */
  readonly long: ReactNode;
  readonly below: SectionBelow | undefined;
  /** The facts. */
  readonly children: ReactNode;
}

/**
 * Long texts on the left and facts on the right, or all in one column where the window is narrower
 * than 1024 px. The section below stands where its growth moves no field: under the long texts, and
 * in one column under all fields, with a link to it at the top.
 */
export function OverviewLayout({ long, below, children }: Props) {
  return (
    <div
      className={
        long || below
          ? classes(
              "grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_21rem]",
              below && "lg:grid-flow-dense lg:grid-rows-[auto_1fr]",
            )
          : "max-w-2xl"
      }
    >
      {below && (
        <a
          href="#below"
          className="pointer-coarse:-my-3 inline-flex items-center gap-1 justify-self-start text-13 text-ink-muted underline underline-offset-2 lg:hidden pointer-coarse:min-h-11"
        >
          {below.title}
          <ArrowDown size={14} aria-hidden />
        </a>
      )}
      {long && <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">{long}</div>}
      <aside
        id="facts"
        aria-label="Facts"
        className={classes(
          "grid min-w-0 scroll-mt-48 gap-5",
          below && "lg:col-start-2 lg:row-span-2",
        )}
      >
        {children}
      </aside>
      {below && (
        <div id="below" className="min-w-0 scroll-mt-48 lg:col-start-1">
          {below.content}
        </div>
      )}
    </div>
  );
}
