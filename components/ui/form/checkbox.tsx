import type { ComponentPropsWithRef, ReactNode } from "react";
import { classes } from "@/components/ui/styles";

interface Props extends Omit<ComponentPropsWithRef<"input">, "type" | "children"> {
  readonly label: ReactNode;
  /** Shows the label only to screen readers. */
  readonly labelHidden?: boolean;
  /** Some but not all of the items are checked. */
  readonly isIndeterminate?: boolean;
}

/**
 * A native checkbox in the theme's colors, cheap enough for a hundred on a page. Takes the props of
 * `register`.
 */
export function Checkbox(props: Props) {
  const { label, labelHidden, isIndeterminate = false, className, ...rest } = props;
  return (
    <label className={classes("inline-flex items-center gap-2 text-13 text-ink", className)}>
      <input
        {...rest}
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = isIndeterminate;
          if (typeof rest.ref === "function") rest.ref(box);
          else if (rest.ref) rest.ref.current = box;
        }}
        className="size-4 shrink-0 accent-accent pointer-coarse:size-5"
      />
      <span className={labelHidden ? "sr-only" : undefined}>{label}</span>
    </label>
  );
}
