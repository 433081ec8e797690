import { type KeyboardEvent, useEffect, useRef } from "react";

/**
 * Keeps the first line that is shown for a text marked, until the person marks another, by the arrows or the pointer.
 * `chosen` answers the line that Enter means: theirs, else the first, for the mark itself lags behind fast typing.
 */
export function useFirstHighlighted(
  field: HTMLInputElement | null,
  text: string,
  first: string | undefined,
) {
  const isPicked = useRef(false);
  const begun = useRef(text);
  if (begun.current !== text) {
    begun.current = text;
    isPicked.current = false;
  }
  const wanted = text.trim() === "" ? undefined : first;
  // The mark is the list's own, moved by keys only: what was typed before it was there, and what was found since, it
  // does not know of.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text is marked anew.
  useEffect(() => {
    if (!field || wanted === undefined || isPicked.current) return;
    // The list is drawn from what it holds by the next frame.
    const frame = requestAnimationFrame(() =>
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true })),
    );
    return () => cancelAnimationFrame(frame);
  }, [field, wanted, text]);
  return {
    pick: () => {
      isPicked.current = true;
    },
    noteKey: ({ key, isTrusted }: KeyboardEvent) => {
      if (isTrusted && movementKeys.has(key)) isPicked.current = true;
    },
    chosen: (): string | undefined =>
      (isPicked.current || wanted === undefined ? highlightedId(field) : undefined) ?? wanted,
  };
}

const movementKeys: ReadonlySet<string> = new Set([
  ...["ArrowDown", "ArrowUp", "Home", "End", "PageDown", "PageUp"],
]);

function highlightedId(field: Element | null): string | undefined {
  const id = field?.getAttribute("aria-activedescendant") ?? null;
  return id === null ? undefined : document.getElementById(id)?.dataset["key"];
}
