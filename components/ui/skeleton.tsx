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
