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
 * Returns a dialog whose code is loaded on demand. If the code cannot be loaded, because a newer
 * version runs or there is no connection, the dialog is canceled.
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
  // The waiting request is outside of React.
  useEffect(onCancel, [onCancel]);
  return null;
}

/**
 * Delays requests until the user has answered a dialog. `offer` receives the function that opens it
 * and returns a cleanup function. The focus returns to where it was. A waiting request is rejected
 * when the component is unmounted.
 */
export function useBlockingQuestion(offer: (ask: () => Promise<boolean>) => () => void) {
  const [waiting, setWaiting] = useState<Waiting>();
  const onAsk = useEffectEvent((settle: Settle) => setWaiting({ settle, focused: focusedNow() }));
  // Any request may have to wait for the user, and requests are outside of the React tree.
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
    // The dialog hides the page from the keyboard until it is unmounted.
    flushSync(() => setWaiting(undefined));
    waiting?.focused?.focus();
    waiting?.settle(isGranted);
  };
  return { isWaiting: waiting !== undefined, settle };
}

type Settle = (isGranted: boolean) => void;

/** A waiting request, and the element that had the focus when it was rejected. */
interface Waiting {
  readonly settle: Settle;
  readonly focused: HTMLElement | undefined;
}

function focusedNow(): HTMLElement | undefined {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement ? activeElement : undefined;
}
