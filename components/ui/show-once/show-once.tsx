"use client";

import { Fragment, type ReactNode, useEffect, useState } from "react";

/** Draws the dialog of a link or a secret; `close` ends it. */
type RenderOnce = (close: () => void) => ReactNode;

interface ShownDialog {
  readonly draw: RenderOnce;
  readonly key: number;
}

let show: ((draw: RenderOnce) => void) | undefined;
let count = 0;

/**
 * Shows a link or a secret that is never shown again. It stays until the user closes it, on whatever page the answer
 * arrives: a user who goes back while the request is pending does not lose it.
 */
export function showOnce(draw: RenderOnce): void {
  show?.(draw);
}

/** Where the dialogs of `showOnce` appear; once per document, around all pages. */
export function ShowOnceHost() {
  const [drawn, setDrawn] = useState<readonly ShownDialog[]>([]);
  // Answers to requests arrive outside of this tree.
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
  const close = (key: number) => setDrawn((now) => now.filter((one) => one.key !== key));
  return drawn.map(({ draw, key }) => <Fragment key={key}>{draw(() => close(key))}</Fragment>);
}
