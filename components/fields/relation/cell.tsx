import type { CellProps } from "@/components/fields/props/cell-props";
import { RecordMark } from "@/components/ui/glyphs/record-mark";
import { useProject } from "@/lib/client/project/project";
import { labelKey, useLabel, useLabels } from "@/lib/client/queries/labels";
import { FittingList } from "./fitting-list";
import { MissingRecord } from "./missing-record";
import { recordName } from "./record-name";

/** Shows the related record by name, with its color as a dot. An id without a record is a badge. */
export function RelationCell({ value, field }: CellProps) {
  return <RecordLink path={field.to ?? ""} id={String(value)} />;
}

/** Shows the related records whose names fit whole, at least one, and the number of further ones. */
export function RelationListCell({ value, field }: CellProps) {
  const ids = Array.isArray(value) ? value.map(String) : [];
  const labels = useLabels();
  if (ids.length === 0) return null;
  const path = field.to ?? "";
  const shown = ids.slice(0, mostShown);
  const texts = shown.map((id) => {
    const label = labels.get(labelKey(path, id));
    return label === undefined || label === "missing" ? "…" : label.label;
  });
  return (
    <FittingList count={ids.length} texts={texts}>
      {shown.map((id) => (
        <RecordLink key={id} path={path} id={id} />
      ))}
    </FittingList>
  );
}

/** A cell holds no more names, however wide it is. */
const mostShown = 8;

/** Links to a record by its name. Names come from the enclosing `LabelsProvider`. */
export function RecordLink({ path, id }: { readonly path: string; readonly id: string }) {
  const label = useLabel(path, id);
  const { base } = useProject();
  if (label === "missing") return <MissingRecord path={path} id={id} />;
  if (label?.isOutside) return <span className="truncate">{recordName(path, label.label)}</span>;
  return (
    <a
      href={`${base}/${path}/${id}`}
      tabIndex={-1}
      className="flex min-w-0 items-center gap-1.5 link-in-cell hover:text-ink-strong"
    >
      {label?.color && <RecordMark color={label.color} glyph={label.glyph} />}
      <span className="truncate" title={label?.label}>
        {label ? recordName(path, label.label) : <span className="text-ink-faint">…</span>}
      </span>
    </a>
  );
}
