"use client";

import { notify } from "@/components/ui/toast/toast";
import type { CellProps } from "./cell";

/** Shows an id shortened in the middle. Hover shows all of it, and a click copies it. */
export function IdCell({ value }: CellProps) {
  const id = String(value);
  return (
    <button
      type="button"
      tabIndex={-1}
      title={id}
      aria-label={`Copy the id ${id}`}
      onClick={() => void copy(id)}
      className="cursor-copy truncate font-mono text-12 text-ink-muted hover:text-ink-strong"
    >
      {shortId(id)}
    </button>
  );
}

/** Returns the beginning and the end of an id, which distinguish it from others. */
export function shortId(id: string): string {
  return id.length <= 13 ? id : `${id.slice(0, 4)}…${id.slice(-6)}`;
}

async function copy(id: string): Promise<void> {
  const copied = await navigator.clipboard.writeText(id).then(
    () => true,
    () => false,
  );
  notify(
    copied
      ? { title: "Id copied", detail: id }
      : { title: "Copy failed. Select the text and copy it.", detail: id },
  );
}
