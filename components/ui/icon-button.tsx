import { buttonClass, PlainButton, type PlainButtonProps } from "./button";
import { classes } from "./styles";
import { Tooltip } from "./tooltip";

interface Props extends Omit<PlainButtonProps, "aria-label"> {
  /** Name of the action, for screen readers and on hover. */
  readonly label: string;
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
      <PlainButton {...rest} aria-label={label} className={classes(square, className)}>
        {children}
      </PlainButton>
    </Tooltip>
  );
}

const square = classes(buttonClass({ look: "quiet" }), "size-8! px-0! pointer-coarse:size-11!");
