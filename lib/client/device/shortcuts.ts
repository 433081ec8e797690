"use client";

import { useLayoutEffect } from "react";
import { useLatest } from "./use-latest";

/** What keys do: "j", "shift+x", "g i" (one after the other), "mod+k" (⌘ or Ctrl). */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/**
 * Listens to keys while the component is there. Off where something is typed and while a dialog or menu is open,
 * except for keys with ⌘ or Ctrl.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useLatest(shortcuts);
  // The keyboard belongs to the document, outside of React. Heard from the frame on that shows what it works on.
  useLayoutEffect(() => {
    const listen = listener(() => latest.current);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [latest]);
}

/** Finds what a key does; "g" waits a second for the key after it. */
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

/** The key, unless something else has the keyboard. */
function keyForUs(event: KeyboardEvent): string | undefined {
  const key = event.defaultPrevented ? undefined : keyOf(event);
  return key?.startsWith("mod+") || !isTaken(event.target) ? key : undefined;
}

function keyOf({ key, shiftKey, metaKey, ctrlKey, altKey }: KeyboardEvent): string | undefined {
  if (altKey || key === "Shift" || key === "Meta" || key === "Control") return undefined;
  const name = key === " " ? "space" : key.toLowerCase();
  if (metaKey || ctrlKey) return `mod+${name}`;
  const isLetter = /^[a-z]$/.test(name);
  return shiftKey && (isLetter || name.length > 1) ? `shift+${name}` : name;
}

/** Typing, choosing and dialogs have the keyboard to themselves. */
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
