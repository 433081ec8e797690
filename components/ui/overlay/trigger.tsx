import type { ComponentProps, ReactElement } from "react";
import { Pressable } from "react-aria-components/Pressable";

/** Gives a button from components/ui the behavior of the menu or popover that it opens. */
export function Trigger({ button }: { readonly button: ReactElement }) {
  return <Pressable>{asNative(button)}</Pressable>;
}

/** The buttons of components/ui pass their props and their ref on to a native button. */
function asNative(button: ReactElement): ComponentProps<typeof Pressable>["children"] {
  return button as ComponentProps<typeof Pressable>["children"];
}
