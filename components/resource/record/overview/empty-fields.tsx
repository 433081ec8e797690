import type { ReactNode } from "react";
import { isEmpty } from "@/components/fields/form-values";
import type { Row } from "@/lib/schema/row";
import type { Column } from "@/lib/schema/shape";

interface Props {
  readonly record: Row;
  readonly columns: readonly Column[];
  readonly onToggle: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** The fields without values, folded, with their number. */
export function EmptyFields({ record, columns, onToggle, children }: Props) {
  if (columns.length === 0) return null;
  const count = columns.filter(({ name }) => isEmpty(record[name])).length;
  return (
    <details className="text-13" onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary className="cursor-pointer text-ink-muted pointer-coarse:py-3">
        {count === 1 ? "1 empty field" : `${count} empty fields`}
      </summary>
      <dl className="grid pt-1.5">{children}</dl>
    </details>
  );
}
