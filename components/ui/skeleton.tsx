import { classes } from "./styles";

/** The place of a line of text that is still on its way. Its width comes by `className`. */
export function Skeleton({ className = "w-full" }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes("block h-3 animate-pulse rounded-sm bg-line", className)}
    />
  );
}

/** The place of a few lines that are still on their way, where a page has nothing else to show yet. */
export function SkeletonLines() {
  return (
    <div aria-hidden="true" className="grid max-w-prose gap-4 pt-2">
      {["w-1/3", "w-2/3", "w-1/2", "w-3/5"].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}
