import { type KeyboardEvent, useEffect, useRef, useState } from "react";

/**
 * Keeps the first line for a text highlighted until the user highlights another by the arrows or
 * the pointer. `chosen` returns the line that Enter opens: the user's, else the first one, because
 * the highlight lags behind fast typing.
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
  // The list moves its highlight by keys only. It misses text typed before it was rendered, and
  // results found since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text is highlighted anew.
  useEffect(() => {
    if (!field || wanted === undefined || isPicked.current) return;
    // The list is rendered from its new items within some frames.
    let framesLeft = mostFrames;
    const mark = () => {
      if (isPicked.current || highlightedId(field) === wanted) return;
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
      framesLeft -= 1;
      if (framesLeft > 0) frame = requestAnimationFrame(mark);
    };
    let frame = requestAnimationFrame(mark);
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

/** Frames within which a list is rendered, also on a slow device. */
const mostFrames = 60;

const movementKeys: ReadonlySet<string> = new Set([
  ...["ArrowDown", "ArrowUp", "Home", "End", "PageDown", "PageUp"],
]);

/** Returns the highlighted line of the list that a field controls, once it stays for a moment. */
export function useHighlighted(field: HTMLInputElement | null): string | undefined {
  const [line, setLine] = useState<string>();
  // Follows the list, which writes its highlight into an attribute of the field.
  useEffect(() => {
    if (!field) return;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const observer = new MutationObserver(() => {
      clearTimeout(waiting);
      waiting = setTimeout(() => setLine(highlightedId(field)), settledMs);
    });
    observer.observe(field, { attributeFilter: ["aria-activedescendant"] });
    return () => {
      clearTimeout(waiting);
      observer.disconnect();
    };
  }, [field]);
  return line;
}

/** Lines that the arrows only pass are not read, in milliseconds. */
const settledMs = 150;

function highlightedId(field: Element | null): string | undefined {
  const id = field?.getAttribute("aria-activedescendant") ?? null;
  return id === null ? undefined : document.getElementById(id)?.dataset["key"];
}
