import { cloneElement, type ReactElement } from "react";

/** A button from components/ui that opens an overlay. */
export type OpenerButton = ReactElement<{
  readonly onPress?: () => void;
  readonly onPointerEnter?: () => void;
  readonly onFocus?: () => void;
  readonly "aria-haspopup"?: "menu" | "dialog";
}>;

/** Returns the button before the code of its overlay is loaded. `load` runs on hover and focus. */
export function opener(
  button: OpenerButton,
  popup: "menu" | "dialog",
  load: () => Promise<unknown>,
  onPress: () => void,
): ReactElement {
  const onNear = () => void load();
  return cloneElement(button, {
    ...{ onPress, onPointerEnter: onNear, onFocus: onNear },
    "aria-haspopup": popup,
  });
}
