import type { CellProps } from "@/components/fields/props/cell-props";

/** Shows the beginning of a JSON value in one line. */
export function JsonCell({ value }: CellProps) {
  const text = JSON.stringify(value);
  return (
    <span className="block truncate font-mono text-12 text-ink-muted" title={text.slice(0, 600)}>
      {text.slice(0, 200)}
    </span>
  );
}
