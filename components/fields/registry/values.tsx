import { BooleanValue } from "@/components/fields/boolean/value";
import { ColorValue } from "@/components/fields/color/value";
import { DateValue } from "@/components/fields/date/value";
import { FilesValue } from "@/components/fields/file/value";
import { HashedCell } from "@/components/fields/hashed/cell";
import { CodeValue } from "@/components/fields/id/value";
import { JsonFieldValue } from "@/components/fields/json/value";
import { MarkdownValue } from "@/components/fields/markdown/value";
import { NumberValue } from "@/components/fields/number/value";
import type { Value, ValueProps } from "@/components/fields/props/value-props";
import { RelationListValue, RelationValue } from "@/components/fields/relation/record-reference";
import { LongTextValue, TextValue } from "@/components/fields/text/value";
import { TextListValue } from "@/components/fields/text-list/value";
import { EmailValue, UrlValue } from "@/components/fields/url/value";
import type { FieldKind } from "@/lib/schema/field";

const values: Readonly<Record<FieldKind, Value>> = {
  id: CodeValue,
  date: DateValue,
  text: TextValue,
  longText: TextValue,
  veryLongText: LongTextValue,
  markdown: MarkdownValue,
  slug: CodeValue,
  boolean: BooleanValue,
  number: NumberValue,
  smallNumber: NumberValue,
  json: JsonFieldValue,
  color: ColorValue,
  email: EmailValue,
  hashed: HashedCell,
  url: UrlValue,
  file: FilesValue,
  textList: TextListValue,
  relation: RelationValue,
  relationList: RelationListValue,
};

/** Shows a value in full, as its kind requires. Callers do not pass empty values. */
export function FieldValue(props: ValueProps) {
  const Shown = values[props.column.field.kind];
  return <Shown {...props} />;
}
