import { Button as AriaButton, type ButtonProps as AriaProps } from "react-aria-components/Button";
import { buttonClass } from "./button";
import { classes } from "./styles";
import { Tooltip } from "./tooltip";

interface Props extends Omit<AriaProps, "className" | "children" | "aria-label"> {
  /** Name of the action, for screen readers and on hover. */
  readonly label: string;
  readonly children: React.ReactNode;
  readonly className?: string;
  /** Key of the same action, shown next to the label. */
  readonly shortcut?: string;
}

/**
 * A square button with an icon, and a name for screen readers.
 *
 * @example <IconButton label="Close" onPress={close}><X size={16} /></IconButton>
 */
export function IconButton({ label, shortcut, className, children, ...rest }: Props) {
  return (
    <Tooltip text={label} {...(shortcut !== undefined && { shortcut })}>
      <AriaButton {...rest} aria-label={label} className={classes(square, className)}>
        {children}
      </AriaButton>
    </Tooltip>
  );
}

interface NativeProps extends Pick<Props, "label" | "className" | "children" | "autoFocus"> {
  readonly onPress: () => void;
}

/**
 * The same as a native button, for pages with many of them. It cannot open a menu or a dialog next
 * to it. Performance: a dozen of the others take longer to render than the values next to them.
 */
export function NativeIconButton({ label, onPress, className, children, autoFocus }: NativeProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        // biome-ignore lint/a11y/noAutofocus: the focus returns to the control that had it, and goes nowhere else.
        autoFocus={autoFocus}
        onClick={onPress}
        className={classes(square, className)}
      >
        {children}
      </button>
    </Tooltip>
  );
}

const square = classes(buttonClass({ look: "quiet" }), "size-8! px-0! pointer-coarse:size-11!");
