import type { FieldKind } from "@/lib/schema/field";
import * as plain from "./plain-values";
import { RelationListValue, RelationValue } from "./record-reference";
import type { Value, ValueProps } from "./value-props";

const values: Readonly<Record<FieldKind, Value>> = {
  id: plain.CodeValue,
  date: plain.DateValue,
  text: plain.TextValue,
  longText: plain.TextValue,
  veryLongText: plain.LongTextValue,
  markdown: plain.MarkdownValue,
  slug: plain.CodeValue,
  boolean: plain.BooleanValue,
  number: plain.NumberValue,
  smallNumber: plain.NumberValue,
  json: plain.JsonTreeValue,
  color: plain.ColorValue,
  email: plain.EmailValue,
  hashed: plain.HashedValue,
  url: plain.UrlValue,
  file: plain.FilesValue,
  textList: plain.TextListValue,
  relation: RelationValue,
  relationList: RelationListValue,
};

/** Shows a value in full, as its kind requires. Callers do not pass empty values. */
export function FieldValue(props: ValueProps) {
  const Shown = values[props.column.field.kind];
  return <Shown {...props} />;
}
