import type { KeyboardEvent, PointerEvent } from "react";
import type { Layout, LayoutChange } from "@/components/resource/list/columns/use-layout";

/** Distance in pixels before a press on a head becomes a drag. */
const threshold = 6;

/**
 * Moves a column by dragging its head, or by Shift and an arrow key while the head has focus. The
 * target position is marked on the heads as `data-drop`.
 */
export function columnDrag(name: string, layout: Layout, onLayout: (change: LayoutChange) => void) {
  const { names } = layout;
  const moveTo = (place: number) => {
    const others = names.filter((one) => one !== name);
    onLayout({ columns: others.toSpliced(place, 0, name) });
  };
  return {
    onPointerDown: (down: PointerEvent<HTMLElement>) => {
      const head = down.currentTarget.closest("th");
      if (head && down.button === 0 && down.pointerType !== "touch") {
        follow(head, down, (target, isAfter) => {
          const others = names.filter((one) => one !== name);
          const at = others.indexOf(target);
          if (at >= 0) moveTo(isAfter ? at + 1 : at);
        });
      }
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const by = steps.get(event.key);
      const place = names.indexOf(name) + (by ?? 0);
      if (!event.shiftKey || by === undefined || place < 0 || place >= names.length) return;
      event.preventDefault();
      moveTo(place);
    },
  };
}

const steps: ReadonlyMap<string, number> = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
]);

/** Follows the pointer over the heads until it is released, then reports the position. */
function follow(
  head: HTMLTableCellElement,
  down: PointerEvent<HTMLElement>,
  onDrop: (target: string, isAfter: boolean) => void,
): void {
  let over: { readonly head: HTMLElement; readonly isAfter: boolean } | undefined;
  let isDrag = false;
  const mark = () => {
    for (const one of head.parentElement?.children ?? []) one.removeAttribute("data-drop");
    over?.head.setAttribute("data-drop", over.isAfter ? "after" : "before");
  };
  const move = (event: globalThis.PointerEvent) => {
    isDrag ||= Math.abs(event.clientX - down.clientX) > threshold;
    if (!isDrag) return;
    over = headAt(event, head);
    mark();
  };
  const end = (event: Event) => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", end);
    window.removeEventListener("keydown", abandon, true);
    const target = over;
    over = undefined;
    mark();
    if (isDrag) window.addEventListener("click", swallow, { capture: true, once: true });
    // If no click follows the drag, the next click is a real one.
    setTimeout(() => window.removeEventListener("click", swallow, true), 0);
    if (event.type === "pointerup" && target?.head.dataset["head"] !== undefined) {
      onDrop(target.head.dataset["head"], target.isAfter);
    }
  };
  const abandon = (event: globalThis.KeyboardEvent) => {
    if (event.key === "Escape") end(event);
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end);
  window.addEventListener("keydown", abandon, true);
}

function headAt({ clientX, clientY }: globalThis.PointerEvent, dragged: HTMLElement) {
  const found = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("th[data-head]");
  if (!found || found === dragged) return undefined;
  const { left, width } = found.getBoundingClientRect();
  return { head: found, isAfter: clientX > left + width / 2 };
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
