export interface PlainButtonProps extends Omit<React.ComponentProps<"button">, "disabled"> {
  readonly onPress?: (() => void) | undefined;
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
  return (
    <button
      {...rest}
      // Enter in a text input presses the button of its form.
      type={isPending ? "button" : type}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      data-pending={isPending || undefined}
      onClick={(event) => {
        if (isPending) return;
        // A closed dialog returns the focus. Safari gives none to a clicked button.
        event.currentTarget.focus({ preventScroll: true });
        onClick?.(event);
        onPress?.();
      }}
    />
  );
}
