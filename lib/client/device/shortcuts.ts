import { useLayoutEffect } from "react";
import { useLatest } from "./use-latest";

/** Actions by key: "j", "shift+x", "g i" (one after the other), "mod+k" (⌘ or Ctrl). */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/**
 * Handles shortcuts while the component is mounted. Ignored during text input and while a dialog or
 * menu is open, except for keys with ⌘ or Ctrl.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useLatest(shortcuts);
  // Follows the document's keyboard events, which are outside React. A layout effect, so that keys
  // work from the first frame that shows the component.
  useLayoutEffect(() => {
    const listen = listener(() => latest.current);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [latest]);
}

/** Returns a listener that runs the action of a key. After "g" it waits 1 s for the second key. */
function listener(shortcuts: () => Shortcuts): (event: KeyboardEvent) => void {
  let begun: { readonly key: string; readonly at: number } | undefined;
  return (event) => {
    const key = keyForUs(event);
    if (key === undefined) return;
    const before = begun && event.timeStamp - begun.at < 1_000 ? `${begun.key} ` : "";
    begun = before === "" && key === "g" ? { key, at: event.timeStamp } : undefined;
    const act = shortcuts()[`${before}${key}`];
    if (!act) return;
    event.preventDefault();
    act(event);
  };
}

/** Returns the key; undefined if another element handles it. */
function keyForUs(event: KeyboardEvent): string | undefined {
  const key = event.defaultPrevented ? undefined : keyOf(event);
  if (key === "space" && isPressed(event.target)) return undefined;
  return key?.startsWith("mod+") || !isTaken(event.target) ? key : undefined;
}

function keyOf({ key, shiftKey, metaKey, ctrlKey, altKey }: KeyboardEvent): string | undefined {
  if (altKey || key === "Shift" || key === "Meta" || key === "Control") return undefined;
  const name = key === " " ? "space" : key.toLowerCase();
  if (metaKey || ctrlKey) return `mod+${name}`;
  const isLetter = /^[a-z]$/.test(name);
  return shiftKey && (isLetter || name.length > 1) ? `shift+${name}` : name;
}

/** Returns true if Space presses the element: a button or a check box, but not a link. */
function isPressed(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button, input, summary") !== null;
}

/** Returns true if a text input, a select, a menu or a dialog handles keys. */
function isTaken(target: EventTarget | null): boolean {
  if (
    document.querySelector(
      '[role="dialog"][data-rac], [role="alertdialog"]:not([aria-modal="false"]), [role="menu"], [role="listbox"]',
    )
  ) {
    return true;
  }
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return target.matches(
    'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [role="combobox"], [role="textbox"]',
  );
}
