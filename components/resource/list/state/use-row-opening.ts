import { type MouseEvent, useEffect, useRef } from "react";
import { useRouter } from "@/lib/client/project/navigation";
import { useProject } from "@/lib/client/project/project";
import type { Resource } from "@/lib/schema/resource";

interface Props {
  readonly resource: Resource;
  /** Returns whether a double click on a cell of a column edits it. */
  readonly mayEdit: (column: string) => boolean;
  /** A click chooses the record of the preview panel instead. */
  readonly isPreviewing: boolean;
}

/** Longest time between the two clicks that edit a cell, in milliseconds. */
const doubleClickMs = 300;

/**
 * Returns a function that opens the record of a clicked row. A click on a cell that a double click
 * edits waits for the second one. With Ctrl or Command, the page opens in a new tab. Text that was
 * just selected stays.
 */
export function useRowOpening({ resource, mayEdit, isPreviewing }: Props) {
  const { base } = useProject();
  const router = useRouter();
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A timer is outside of React. The list may be left before it ends.
  useEffect(() => () => clearTimeout(pending.current), []);
  return (id: string, click: MouseEvent<HTMLElement>): void => {
    clearTimeout(pending.current);
    if (isPreviewing || click.shiftKey || click.altKey || click.detail > 1) return;
    if (window.getSelection()?.isCollapsed === false) return;
    const href = `${base}/${resource.path}/${id}`;
    if (click.ctrlKey || click.metaKey) {
      window.open(href, "_blank", "noopener");
      return;
    }
    const open = () => router.push(href);
    const column = columnOf(click.target);
    if (column === undefined || !mayEdit(column)) open();
    else pending.current = setTimeout(open, doubleClickMs);
  };
}

function columnOf(target: EventTarget): string | undefined {
  const cell = target instanceof Element ? target.closest("td[data-column]") : null;
  return cell?.getAttribute("data-column") ?? undefined;
}
