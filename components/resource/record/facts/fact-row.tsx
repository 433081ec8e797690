import type { ReactNode } from "react";
import { isEmpty } from "@/components/fields/form-values";
import { FieldValue } from "@/components/fields/registry/values";
import { EditableValue } from "@/components/resource/inline-edit/editable-value";
import type { RecordProps } from "@/components/resource/record-props";
import { titleOf } from "@/components/words/field-title";
import type { JsonValue } from "@/lib/schema/json";
import type { Column } from "@/lib/schema/shape";

/** One fact: its title and its value. */
export function Fact({ column, value }: { readonly column: Column; readonly value: JsonValue }) {
  return (
    <FactRow title={titleOf(column)}>
      <FieldValue column={column} value={value} />
    </FactRow>
  );
}

interface EditableFactProps extends RecordProps {
  readonly column: Column;
  readonly onEdit: () => void;
  readonly onEditEnd: () => void;
}

/** A fact that can be edited in place; "empty" without a value. */
export function EditableFact({ record, column, ...rest }: EditableFactProps) {
  const value = record[column.name] ?? null;
  return (
    <EditableValue
      {...{ record, column, ...rest }}
      frame={(part, isEditing) =>
        isEditing ? (
          <div className="border-line border-b py-2">
            <dt className="sr-only">{titleOf(column)}</dt>
            <dd>{part}</dd>
          </div>
        ) : (
          <FactRow title={titleOf(column)}>{part}</FactRow>
        )
      }
    >
      {isEmpty(value) ? (
        <span className="text-ink-muted">empty</span>
      ) : (
        <FieldValue column={column} value={value} />
      )}
    </EditableValue>
  );
}

interface FactRowProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A row of facts. */
export function FactRow({ title, children }: FactRowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,8rem)_minmax(0,1fr)] gap-3 border-line border-b py-1.5 text-13">
      <dt className="text-ink-muted">{title}</dt>
      <dd className="wrap-anywhere min-w-0 text-ink-strong">{children}</dd>
    </div>
  );
}
