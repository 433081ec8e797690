"use client";

import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { flushSync } from "react-dom";

interface Cancelable {
  readonly onCancel: () => void;
}

/**
 * A question whose code is loaded when it is asked. Where the code cannot be loaded, because a newer version runs or
 * there is no connection, the question is canceled.
 */
export function lazyQuestion<Props extends Cancelable>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().then(
      (Question): { default: ComponentType<Props> } => ({ default: Question }),
      () => ({ default: Canceled }),
    ),
  );
}

function Canceled({ onCancel }: Cancelable) {
  // The request that waits is outside of this page.
  useEffect(onCancel, [onCancel]);
  return null;
}

/** A request that waits for the user's answer, and what gives the answer. */
interface WaitingRequest {
  readonly isWaiting: boolean;
  readonly settle: (isGranted: boolean) => void;
}

/**
 * Holds requests back until the user has answered a question. `offer` is told how to ask and answers what ends that.
 * The keyboard returns to where it was. A request that waits is refused when this part of the page goes.
 */
export function useBlockingQuestion(
  offer: (ask: () => Promise<boolean>) => () => void,
): WaitingRequest {
  const [waiting, setWaiting] = useState<Waiting>();
  const onAsk = useEffectEvent((settle: Settle) => setWaiting({ settle, focused: focusedNow() }));
  // Any request may need an answer, and waits for it: requests are no part of this tree.
  useEffect(() => {
    let giveUp: (() => void) | undefined;
    const withdraw = offer(
      () =>
        new Promise<boolean>((settle) => {
          giveUp = () => settle(false);
          onAsk(settle);
        }),
    );
    return () => {
      withdraw();
      giveUp?.();
    };
  }, [offer]);
  const settle = (isGranted: boolean) => {
    // The dialog hides the page behind it from the keyboard until it is gone.
    flushSync(() => setWaiting(undefined));
    waiting?.focused?.focus();
    waiting?.settle(isGranted);
  };
  return { isWaiting: waiting !== undefined, settle };
}

type Settle = (isGranted: boolean) => void;

/** A request that waits, and where the keyboard was when it was refused. */
interface Waiting {
  readonly settle: Settle;
  readonly focused: HTMLElement | undefined;
}

function focusedNow(): HTMLElement | undefined {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement ? activeElement : undefined;
}
