import { Spinner } from "./spinner";
import { classes } from "./styles";

export type ButtonLook = "primary" | "normal" | "quiet" | "danger";

interface Look {
  readonly look?: ButtonLook | undefined;
  readonly size?: "small" | "normal" | undefined;
}

export interface ButtonProps extends PlainButtonProps, Look {}

/**
 * A button with a verb on it. While `isPending`, it keeps its width and cannot be pressed, and its
 * name says so.
 *
 * @example <Button look="primary" onPress={save}>Save incident</Button>
 */
export function Button({ look, size, className, children, ...rest }: ButtonProps) {
  return (
    <PlainButton {...rest} className={classes(buttonClass({ look, size }), className)}>
      <span className="contents in-data-pending:invisible">{children}</span>
      {rest.isPending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner label="Working" />
        </span>
      )}
    </PlainButton>
  );
}

export interface PlainButtonProps extends Omit<React.ComponentProps<"button">, "disabled"> {
  readonly onPress?: (() => void) | undefined;
  /** A disabled button loses the focus. With `aria-disabled` it keeps it, and cannot be pressed. */
  readonly isDisabled?: boolean | undefined;
  /** The button keeps the focus and cannot be pressed. */
  readonly isPending?: boolean | undefined;
}

/**
 * A native button without a look. Performance: with the button of react-aria, every page loads 14 kB
 * more, and each button is six components to hydrate.
 */
export function PlainButton(props: PlainButtonProps) {
  const { onPress, isDisabled, isPending, type = "button", onClick, ...rest } = props;
  const isBlocked = isPending || rest["aria-disabled"] === true;
  return (
    <button
      {...rest}
      // Enter in a text input presses the button of its form.
      type={isPending ? "button" : type}
      disabled={isDisabled}
      aria-disabled={isBlocked || undefined}
      data-pending={isPending || undefined}
      onClick={(event) => {
        if (isBlocked) return;
        // A closed dialog returns the focus. Safari gives none to a clicked button. Enter in an input
        // clicks the button of its form (detail 0): the user corrects that input next.
        const isByEnter = type === "submit" && event.detail === 0;
        if (!isByEnter) event.currentTarget.focus({ preventScroll: true });
        onClick?.(event);
        onPress?.();
      }}
    />
  );
}

type ButtonLinkProps = React.ComponentProps<"a"> & Look;

/** A link that looks like a button. It navigates and performs no action. */
export function ButtonLink({ look, size, className, ...rest }: ButtonLinkProps) {
  return <a {...rest} className={classes(buttonClass({ look, size }), className)} />;
}

/** Returns the class names of a button, for elements that must look like one. */
export function buttonClass({ look = "normal", size = "normal" }: Look): string {
  return classes("button", sizes[size], looks[look]);
}

const sizes = { small: "h-7 px-2", normal: "h-8 px-3" };

const looks: Readonly<Record<ButtonLook, string>> = {
  primary: "border-accent bg-accent text-accent-ink hover:brightness-110",
  normal:
    "border-line-strong bg-surface-raised text-ink-strong hover:border-ink-muted active:bg-surface-sunken",
  quiet: "button-quiet",
  danger: "border-danger bg-danger text-surface-raised hover:brightness-110",
};
