import { BooleanCell } from "@/components/fields/boolean/cell";
import { ColorCell } from "@/components/fields/color/cell";
import { DateCell } from "@/components/fields/date/cell";
import { IntervalCell } from "@/components/fields/date/interval-cell";
import { FileCell } from "@/components/fields/file/cell";
import { HashedCell } from "@/components/fields/hashed/cell";
import { RecordIdCell } from "@/components/fields/id/cell";
import { JsonCell } from "@/components/fields/json/cell";
import { MarkdownCell } from "@/components/fields/markdown/cell";
import { NumberCell } from "@/components/fields/number/cell";
import type { Cell } from "@/components/fields/props/cell-props";
import { RelationCell, RelationListCell } from "@/components/fields/relation/cell";
import { TextCell } from "@/components/fields/text/cell";
import { TextListCell } from "@/components/fields/text-list/cell";
import { UrlCell } from "@/components/fields/url/cell";
import type { FieldKind } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import type { Column } from "@/lib/schema/shape";

/** The cell of each kind of field, in one line. */
export const cells: Readonly<Record<FieldKind, Cell>> = {
  id: RecordIdCell,
  date: DateCell,
  text: TextCell,
  longText: TextCell,
  veryLongText: TextCell,
  markdown: MarkdownCell,
  slug: TextCell,
  boolean: BooleanCell,
  number: NumberCell,
  smallNumber: NumberCell,
  json: JsonCell,
  color: ColorCell,
  email: TextCell,
  hashed: HashedCell,
  url: UrlCell,
  file: FileCell,
  textList: TextListCell,
  relation: RelationCell,
  relationList: RelationListCell,
};

interface Props {
  readonly column: Column;
  readonly value: JsonValue | undefined;
  readonly row?: Row;
}

/**
 * Shows a value of a column in one line. An empty value is a dash, which screen readers read as
 * "empty". With its `row`, the end of an interval also shows the duration.
 */
export function CellValue({ column, value, row }: Props) {
  const Shown = cells[column.field.kind];
  const isEmpty =
    value === null ||
    value === undefined ||
    value === "" ||
    (Array.isArray(value) && !value.length);
  const isEdge = column.field.edge !== undefined && typeof row?.startsAt === "string";
  if (isEdge) return <IntervalCell value={value ?? null} field={column.field} row={row} />;
  if (isEmpty) {
    return (
      <span className="text-ink-faint">
        <span aria-hidden="true">–</span>
        <span className="sr-only">empty</span>
      </span>
    );
  }
  return <Shown value={value} field={column.field} row={row} />;
}
