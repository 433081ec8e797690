import type { ReactNode } from "react";
import { classes } from "@/components/ui/styles";

interface PartProps {
  readonly title: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A part of the present state around a record, under its title. */
export function Part({ title, isWide = false, children }: PartProps) {
  return (
    <div className={classes("grid min-w-0 content-start gap-1", isWide && "sm:col-span-2")}>
      <h2 className="text-12 text-ink-muted">{title}</h2>
      {children}
    </div>
  );
}

interface LinesProps {
  /** The text that stands for no lines. */
  readonly none: string;
  readonly children: ReactNode[];
}

/** The records of a part, one a line. */
export function Lines({ none, children }: LinesProps) {
  if (children.length === 0) return <p className="text-13 text-ink-muted">{none}</p>;
  return <ul className="grid gap-1 text-13 pointer-coarse:gap-3">{children}</ul>;
}
