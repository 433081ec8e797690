"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { meQuery } from "@/lib/client/me";
import { usePlace } from "@/lib/client/project";
import { offerRenewal, sessionGivenUp } from "@/lib/client/renewal";
import type { SignInAgainProps } from "./sign-in-again";

const SignInAgain = lazy(
  (): Promise<{ readonly default: ComponentType<SignInAgainProps> }> =>
    import("./sign-in-again").then(
      (found) => ({ default: found.SignInAgain }),
      () => ({ default: Leave }),
    ),
);

/** In place of the question, where its code cannot be had: a newer version runs, or there is no connection. */
function Leave({ onCancel }: SignInAgainProps) {
  // Leaving the page is up to the browser.
  useEffect(onCancel, [onCancel]);
  return null;
}

/**
 * Has the person sign in again over the page when their session has ended under it; what the API refused meanwhile
 * waits for that. Whoever else signs in gets a page of their own.
 */
export function SessionEnded() {
  const { me } = usePlace();
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<Waiting>();
  // Any request may find out, and waits for the answer: requests are no part of this tree.
  useEffect(() => {
    let giveUp: (() => void) | undefined;
    const ask = () =>
      new Promise<boolean>((settle) => {
        giveUp = () => settle(false);
        setWaiting({ settle, focused: focusedNow() });
      });
    const withdraw = offerRenewal(ask);
    return () => {
      withdraw();
      // Who waits for a page that is gone would wait for ever.
      giveUp?.();
    };
  }, []);
  if (!waiting) return null;
  const settle = (isBack: boolean) => {
    // Whatever hides the page behind a dialog is gone before the keyboard goes back there.
    flushSync(() => setWaiting(undefined));
    waiting.focused?.focus();
    waiting.settle(isBack);
  };
  const onBack = (person: string) => {
    if (person !== me._id) {
      // What was typed is not theirs to see or to send.
      window.dispatchEvent(new Event(sessionGivenUp));
      return window.location.reload();
    }
    settle(true);
    void client.invalidateQueries(meQuery);
  };
  const leave = () => {
    settle(false);
    window.dispatchEvent(new Event(sessionGivenUp));
    const { pathname, search } = window.location;
    window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
  };
  return (
    <Suspense>
      <SignInAgain email={me.email ?? ""} onBack={onBack} onCancel={leave} />
    </Suspense>
  );
}

/** A request that waits, and where the keyboard was when it was refused. */
interface Waiting {
  readonly settle: (isBack: boolean) => void;
  readonly focused: HTMLElement | undefined;
}

function focusedNow(): HTMLElement | undefined {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement ? activeElement : undefined;
}
