"use client";

import { Button as AriaButton, type ButtonProps as AriaProps } from "react-aria-components/Button";
import { type ButtonLook, buttonClass } from "./button";
import { classes } from "./styles";
import { Tooltip } from "./tooltip";

interface Props extends Omit<AriaProps, "className" | "children" | "aria-label"> {
  /** What it does; read aloud, and shown on hover. */
  readonly label: string;
  readonly children: React.ReactNode;
  readonly look?: ButtonLook;
  readonly className?: string;
  /** The key that does the same, shown beside the label. */
  readonly shortcut?: string;
}

/**
 * A square button with an icon and a name for those who do not see it.
 *
 * @example <IconButton label="Close" onPress={close}><X size={16} /></IconButton>
 */
export function IconButton({
  label,
  shortcut,
  look = "quiet",
  className,
  children,
  ...rest
}: Props) {
  return (
    <Tooltip text={label} {...(shortcut !== undefined && { shortcut })}>
      <AriaButton
        {...rest}
        aria-label={label}
        className={classes(
          buttonClass({ look, size: "normal" }),
          "size-8! px-0! pointer-coarse:size-11!",
          className,
        )}
      >
        {children}
      </AriaButton>
    </Tooltip>
  );
}
