import { classes } from "./styles";

/** Placeholder for a line of text that is loading. `className` sets its width. */
export function Skeleton({ className = "w-full" }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes("block h-3 animate-pulse rounded-sm bg-line", className)}
    />
  );
}

/** Placeholder for a few lines that are loading, when a page has nothing else to show. */
export function SkeletonLines() {
  return (
    <div aria-hidden="true" className="grid max-w-prose gap-4 pt-2">
      {["w-1/3", "w-2/3", "w-1/2", "w-3/5"].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}
