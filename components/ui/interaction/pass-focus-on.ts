import { focusOn } from "./focus-on";
import { isFocusLost } from "./is-focus-lost";

/**
 * The ref of an element that may disappear with the focus. The focus then moves to the nearest
 * section, tab panel or dialog around it that stays, unless something else took it. Without a focus,
 * Tab starts at the top of the page and letters are shortcuts.
 *
 * @example {isShort && <Button ref={passFocusOn} onPress={showAll}>Show all</Button>}
 */
export function passFocusOn(element: HTMLElement | null): () => void {
  return () => {
    if (!element?.contains(document.activeElement)) return;
    const around: HTMLElement[] = [];
    for (let at = next(element); at; at = next(at.parentElement)) around.push(at);
    // Only after the commit it is known what stays and what took the focus.
    queueMicrotask(() => isFocusLost() && focusOn(around.find(({ isConnected }) => isConnected)));
  };
}

function next(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>(surroundings) ?? null;
}

const surroundings = "section, [role=tabpanel], [role=dialog], [role=alertdialog], main";
