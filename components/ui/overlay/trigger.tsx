import { type ComponentProps, type ReactElement, useLayoutEffect, useRef, useState } from "react";
import { Pressable } from "react-aria-components/Pressable";
import { isFocusLost } from "@/components/ui/interaction/is-focus-lost";

interface Props extends Pick<ReturnType<typeof useTrigger>, "ref"> {
  readonly button: ReactElement;
}

/** Gives a button from components/ui the behavior of the menu or popover that it opens. */
export function Trigger({ button, ref }: Props) {
  return <Pressable ref={ref}>{asNative(button)}</Pressable>;
}

/**
 * Gives the trigger the focus of the button that it replaces. The overlay opens when `isReady`: it
 * returns the focus to the element that had it before.
 */
export function useTrigger() {
  const ref = useRef<HTMLButtonElement>(null);
  const [isReady, setReady] = useState(false);
  // The document's focus is outside of React.
  useLayoutEffect(() => {
    if (isFocusLost()) ref.current?.focus({ preventScroll: true });
    setReady(true);
  }, []);
  return { ref, isReady };
}

/** The buttons of components/ui pass their props and their ref on to a native button. */
function asNative(button: ReactElement): ComponentProps<typeof Pressable>["children"] {
  return button as ComponentProps<typeof Pressable>["children"];
}
