import type { CellProps } from "@/components/fields/props/cell-props";
import { RecordLink } from "@/components/fields/relation/cell";
import { shortId } from "@/components/fields/short-id";
import { copyToClipboard } from "@/components/ui/copy-to-clipboard";
import { notify } from "@/components/ui/toast/toast";
import { useLabel } from "@/lib/client/queries/labels";

/**
 * Shows an id. If another column names the id's resource, links to the record by its name while the
 * record exists.
 */
export function RecordIdCell(props: CellProps) {
  const { value, field, row } = props;
  const path = String(row?.[field.within ?? ""] ?? "");
  const id = String(value);
  const label = useLabel(path, id);
  if (label === undefined || label === "missing") return <IdCell {...props} />;
  return <RecordLink path={path} id={id} />;
}

/** Shows an id shortened in the middle. Hover shows all of it, and a click copies it. */
function IdCell({ value }: CellProps) {
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
  const copied = await copyToClipboard(id);
  notify(
    copied
      ? { title: "Id copied", detail: id }
      : { title: "Copy failed. Select the text and copy it.", detail: id },
  );
}
