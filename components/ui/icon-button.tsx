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
      <AriaButton {...rest} aria-label={label} className={classes(square(look), className)}>
        {children}
      </AriaButton>
    </Tooltip>
  );
}

/**
 * The same of the browser's own making, for where there are many on a page: it opens no menu and no dialog beside it.
 * Measured: a dozen of the others take longer to draw than the values they stand beside.
 */
export function NativeIconButton({
  label,
  onPress,
  className,
  children,
  autoFocus,
}: Pick<Props, "label" | "className" | "children" | "autoFocus"> & {
  readonly onPress: () => void;
}) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        // biome-ignore lint/a11y/noAutofocus: the keyboard comes back to what it left, and goes nowhere else.
        autoFocus={autoFocus}
        onClick={onPress}
        className={classes(square("quiet"), className)}
      >
        {children}
      </button>
    </Tooltip>
  );
}

function square(look: ButtonLook): string {
  return classes(buttonClass({ look, size: "normal" }), "size-8! px-0! pointer-coarse:size-11!");
}
