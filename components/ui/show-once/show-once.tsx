"use client";

import { Fragment, type ReactNode, useEffect, useState } from "react";
import { isFocusLost } from "@/components/ui/interaction/is-focus-lost";

/** Renders the dialog of a link or a secret. `close` unmounts it. */
type RenderOnce = (close: () => void) => ReactNode;

interface ShownDialog {
  readonly draw: RenderOnce;
  readonly key: number;
}

let show: ((draw: RenderOnce) => void) | undefined;
let count = 0;

/**
 * Shows a link or a secret that is never shown again. It stays until the user closes it, on
 * whatever page the response arrives. A user who navigates back while the request is pending does
 * not lose it.
 */
export function showOnce(draw: RenderOnce): void {
  show?.(draw);
}

/** Focuses the content of the page if nothing has the focus, so that Tab starts there. */
function focusContent(): void {
  if (isFocusLost()) document.querySelector("main")?.focus({ preventScroll: true });
}

/** Renders the dialogs of `showOnce`; once per document, around all pages. */
export function ShowOnceHost() {
  const [drawn, setDrawn] = useState<readonly ShownDialog[]>([]);
  // Responses arrive outside of the React tree.
  useEffect(() => {
    show = (draw) => {
      count += 1;
      const one = { draw, key: count };
      setDrawn((now) => [...now, one]);
    };
    return () => {
      show = undefined;
    };
  }, []);
  const close = (key: number) => {
    setDrawn((now) => now.filter((one) => one.key !== key));
    // The dialog returns the focus in the next frame, if its opener is still there.
    requestAnimationFrame(() => requestAnimationFrame(focusContent));
  };
  return drawn.map(({ draw, key }) => <Fragment key={key}>{draw(() => close(key))}</Fragment>);
}
