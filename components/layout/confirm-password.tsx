"use client";

import { usePathname } from "next/navigation";
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { offerConfirmation } from "@/lib/client/confirmation";
import type { ConfirmDialogProps } from "./confirm-dialog";

const ConfirmDialog = lazy(
  (): Promise<{ readonly default: ComponentType<ConfirmDialogProps> }> =>
    import("./confirm-dialog").then(
      (found) => ({ default: found.ConfirmDialog }),
      () => ({ default: Cancel }),
    ),
);

/** In place of the dialog, where its code cannot be had. */
function Cancel({ onCancel }: ConfirmDialogProps) {
  // The request that waits is outside of this page.
  useEffect(onCancel, [onCancel]);
  return null;
}

/**
 * Asks for the password over the page where a request needs it; what was typed behind it stays as it is. The request
 * is given up when the browser leaves the page: another page would not show the secret of a new key.
 */
export function ConfirmPassword() {
  return <OnePage key={usePathname()} />;
}

function OnePage() {
  const [waiting, setWaiting] = useState<Waiting>();
  // Any request may need it, and waits for the answer: requests are no part of this tree.
  useEffect(() => {
    let giveUp: (() => void) | undefined;
    const ask = () =>
      new Promise<boolean>((settle) => {
        giveUp = () => settle(false);
        setWaiting({ settle, focused: focusedNow() });
      });
    const withdraw = offerConfirmation(ask);
    return () => {
      withdraw();
      giveUp?.();
    };
  }, []);
  if (!waiting) return null;
  const settle = (isConfirmed: boolean) => {
    // The dialog hides the page behind it from the keyboard until it is gone.
    flushSync(() => setWaiting(undefined));
    waiting.focused?.focus();
    waiting.settle(isConfirmed);
  };
  return (
    <Suspense>
      <ConfirmDialog onConfirmed={() => settle(true)} onCancel={() => settle(false)} />
    </Suspense>
  );
}

/** A request that waits, and where the keyboard was when it was refused. */
interface Waiting {
  readonly settle: (isConfirmed: boolean) => void;
  readonly focused: HTMLElement | undefined;
}

function focusedNow(): HTMLElement | undefined {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement ? activeElement : undefined;
}
