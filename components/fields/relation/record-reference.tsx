import type { ValueProps } from "@/components/fields/props/value-props";
import { RecordMark } from "@/components/ui/glyphs/record-mark";
import { useProject } from "@/lib/client/project/project";
import { useLabel } from "@/lib/client/queries/labels";
import { MissingRecord } from "./missing-record";
import { recordName } from "./record-name";

/** Links to the related record by its name. An id without a readable record is a badge. */
export function RecordReference({ path, id }: { readonly path: string; readonly id: string }) {
  const label = useLabel(path, id);
  const { base } = useProject();
  if (label === "missing") return <MissingRecord path={path} id={id} />;
  if (label?.isOutside)
    return <span className="text-ink-strong">{recordName(path, label.label)}</span>;
  return (
    <a
      href={`${base}/${path}/${id}`}
      className="wrap-anywhere inline-flex items-baseline gap-1.5 text-ink-strong underline decoration-line-strong underline-offset-2 hover:decoration-ink-strong"
    >
      {label?.color && <RecordMark color={label.color} glyph={label.glyph} />}
      <span>
        {label?.number && <span className="text-ink-muted">{label.number} </span>}
        {label ? (
          recordName(path, label.label)
        ) : (
          <span className="inline-block min-w-11 text-ink-faint">…</span>
        )}
      </span>
    </a>
  );
}

/** Shows a relation as a link. */
export function RelationValue({ value, column }: ValueProps) {
  return <RecordReference path={column.field.to ?? ""} id={String(value)} />;
}

/** Shows a list of relations in its order. */
export function RelationListValue({ value, column }: ValueProps) {
  const ids = Array.isArray(value) ? value.map(String) : [];
  return (
    <ul className="grid gap-1">
      {ids.map((id) => (
        <li key={id}>
          <RecordReference path={column.field.to ?? ""} id={id} />
        </li>
      ))}
    </ul>
  );
}
