"use client";

import type { CellProps } from "@/components/fields/props/cell-props";
import { shortId } from "@/components/fields/short-id";
import { notify } from "@/components/ui/toast/toast";

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
