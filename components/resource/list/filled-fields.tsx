import { isEmpty } from "@/components/fields/form-values";
import { FieldValue } from "@/components/fields/registry/values";
import type { RecordProps } from "@/components/resource/record-props";
import { titleOf } from "@/components/words/field-title";
import type { Column } from "@/lib/schema/shape";
import { availableColumns } from "./columns/list-columns";

interface Props extends RecordProps {
  /** Most fields, the first ones. Absent: all of them. */
  readonly most?: number;
}

/** The fields of a record that hold something, its own before those that all records have. */
export function FilledFields({ resource, record, most }: Props) {
  const columns = availableColumns(resource)
    .filter(({ name }) => name !== resource.label && !isEmpty(record[name]))
    .sort((a, b) => Number(isCommon(a)) - Number(isCommon(b)));
  return (
    <dl className="grid gap-3">
      {columns.slice(0, most).map((column) => (
        <div key={column.name} className="grid min-w-0 gap-0.5">
          <dt className="text-12 text-ink-muted">{titleOf(column)}</dt>
          <dd className="wrap-anywhere min-w-0 text-13">
            <FieldValue column={column} value={record[column.name] ?? null} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Fields common to all resources come after those of this resource. */
function isCommon({ name, field }: Column): boolean {
  return name === "_id" || field.writtenBy === "server" || field.slugFrom !== undefined;
}
