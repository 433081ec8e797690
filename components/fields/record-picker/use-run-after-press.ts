import { useCallback, useEffect, useRef } from "react";
import { flushSync } from "react-dom";

/**
 * Returns a function that runs a callback at once, or after the press that is in progress. A field
 * that is left by a press must not move the button that the press aims at. The callback runs before
 * the button handles its click.
 */
export function useRunAfterPress(): (run: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<() => void>(undefined);
  useEffect(() => {
    const onPress = () => {
      isPressed.current = true;
    };
    const onEnd = () => {
      isPressed.current = false;
      const run = waiting.current;
      waiting.current = undefined;
      // The handlers of the click then see what the callback changed.
      if (run) flushSync(run);
    };
    // A press that ends on another element than it began on has no click.
    const onRelease = () => setTimeout(onEnd);
    const listeners: readonly [string, () => void][] = [
      ...pressed.map((type): [string, () => void] => [type, onPress]),
      ...released.map((type): [string, () => void] => [type, onRelease]),
      ["click", onEnd],
    ];
    for (const [type, listener] of listeners) window.addEventListener(type, listener, true);
    return () => {
      for (const [type, listener] of listeners) window.removeEventListener(type, listener, true);
    };
  }, []);
  return useCallback((run) => {
    if (isPressed.current) waiting.current = run;
    else run();
  }, []);
}

// A touch screen sends the mouse events after the pointer has been released.
const pressed = ["pointerdown", "mousedown"];
const released = ["pointerup", "pointercancel", "mouseup"];
